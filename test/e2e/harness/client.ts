import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Model } from "./model.ts";
import { endTree, isAlive } from "./process-group.ts";

export { createScratch, type Scratch } from "./scratch.ts";

export interface RunOptions {
  home: string;
  cwd: string;
  model: Pick<Model, "url">;
  prompt: string;
  /** Continue this session. */
  resume?: string;
  /** Settings object, passed with `--settings` and merged over the files. */
  settings?: Record<string, unknown>;
  allowedTools?: string[];
  /** Plugin folders, each loaded with `--plugin-dir`. */
  plugins?: string[];
  args?: string[];
  env?: Record<string, string>;
  timeoutMs?: number;
}

/** One line of the client's stream-json output. */
export interface StreamMessage {
  type: string;
  subtype?: string;
  session_id?: string;
  [field: string]: unknown;
}

export interface RunResult {
  exitCode: number;
  timedOut: boolean;
  stdout: string;
  stderr: string;
  messages: StreamMessage[];
  sessionId: string;
  /** `hook_started` and `hook_response` messages, in order. */
  hookEvents: StreamMessage[];
  /** The client's own `result` message, if it got that far. */
  result: StreamMessage | undefined;
}

/** Runs one headless session of the real client to its end. */
export async function runClaude(options: RunOptions): Promise<RunResult> {
  const env = { ...bareEnv(options.home, options.model.url), ...options.env };
  if (env.TMPDIR !== undefined) await mkdir(env.TMPDIR, { recursive: true });
  const child = Bun.spawn([claudeBinary(), ...toArgs(options)], {
    cwd: options.cwd,
    env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    // Its own process group, so that its shells and hooks end with it.
    detached: true,
  });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    endTree(child.pid);
  }, options.timeoutMs ?? 120_000);
  try {
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { exitCode, timedOut, stdout, stderr, ...readStream(stdout) };
  } finally {
    clearTimeout(timer);
    if (isAlive(-child.pid)) endTree(child.pid);
  }
}

/** The whole environment of the client: it gets only PATH from the caller. */
export function bareEnv(home: string, baseUrl: string): Record<string, string> {
  const env: Record<string, string> = {
    HOME: home,
    PATH: process.env.PATH ?? "",
    // Sockets and task outputs of the client go here instead of a folder shared by all runs.
    TMPDIR: join(home, ".tmp"),
    CLAUDE_CODE_TMPDIR: join(home, ".tmp"),
    ANTHROPIC_BASE_URL: baseUrl,
    ANTHROPIC_API_KEY: "sk-ant-stand-in",
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    IS_SANDBOX: "1",
  };
  if (process.platform === "win32") {
    // Windows programs do not start without these, and home has another name there.
    Object.assign(env, { USERPROFILE: home, SystemRoot: process.env.SystemRoot ?? "C:\\Windows" });
  }
  return env;
}

/** Path of the client's native binary, from the SDK's platform package. */
export function claudeBinary(): string {
  const require = createRequire(import.meta.url);
  const name = process.platform === "win32" ? "claude.exe" : "claude";
  const platform = `${process.platform}-${process.arch}`;
  for (const suffix of [platform, `${platform}-musl`]) {
    try {
      const manifest = require.resolve(`@anthropic-ai/claude-agent-sdk-${suffix}/package.json`);
      const binary = join(dirname(manifest), name);
      if (existsSync(binary)) return binary;
    } catch (cause) {
      if ((cause as { code?: string }).code !== "MODULE_NOT_FOUND") throw cause;
    }
  }
  throw new Error(`No Claude Code binary for ${platform}: run npm install with optional dependencies`);
}

/** Writes a settings file where the client reads it: `.claude/settings.json` under `folder`. */
export async function writeSettings(folder: string, settings: Record<string, unknown>): Promise<string> {
  const path = join(folder, ".claude", "settings.json");
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(settings, null, 2)}\n`);
  return path;
}

function toArgs(options: RunOptions): string[] {
  const args = ["-p", options.prompt, "--output-format", "stream-json", "--verbose", "--include-hook-events"];
  if (options.resume !== undefined) args.push("--resume", options.resume);
  if (options.settings !== undefined) args.push("--settings", JSON.stringify(options.settings));
  if (options.allowedTools !== undefined) args.push("--allowedTools", options.allowedTools.join(","));
  for (const plugin of options.plugins ?? []) args.push("--plugin-dir", plugin);
  return [...args, ...(options.args ?? [])];
}

function readStream(stdout: string): Pick<RunResult, "messages" | "sessionId" | "hookEvents" | "result"> {
  const messages = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as StreamMessage);
  return {
    messages,
    sessionId: messages.find((m) => m.session_id !== undefined)?.session_id ?? "",
    hookEvents: messages.filter((m) => m.subtype?.startsWith("hook_") === true),
    result: messages.findLast((m) => m.type === "result"),
  };
}
