/** Runs a command hook's process: passes stdin, limits the output, and ends the whole group. */

import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { deferred } from "../../platform/deferred.ts";
import { type Env, GUARD } from "../../platform/env.ts";
import { toMessage } from "../../platform/errors.ts";
import { type Child, startChild } from "../../platform/runtime.ts";
import { endGroup } from "./group.ts";
import { quoteReferences, toPowerShell } from "./shell-text.ts";

interface CommandRequest {
  command: string;
  /** If set, no shell is used and `command` is the program. Variables must already be expanded. */
  args?: readonly string[] | undefined;
  /** A shell other than the system's own. */
  shell?: "bash" | "powershell" | undefined;
  /** JSON for stdin. */
  input: string;
  /** The environment; the variables' values override it. */
  env: Env;
  variables: Readonly<Record<string, string>>;
  cwd: string;
  /** The folder to use if `cwd` no longer exists. */
  fallbackCwd: string;
  timeoutMs: number;
  /** Ends the command early, with its group. */
  signal?: AbortSignal | undefined;
}

export type CommandResult =
  | { kind: "exited"; code: number; stdout: string; stderr: string; cut: boolean }
  | { kind: "killed"; signal: string }
  | { kind: "timeout" | "aborted" }
  | { kind: "failed"; error: string };

export const OUTPUT_LIMIT = 1024 * 1024;
/** A child left in the background may hold the pipes open. Its later output is ignored. */
const DRAIN_MS = 250;

export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  let child: Child;
  try {
    child = startChild(toArgv(request), {
      cwd: existsSync(request.cwd) ? request.cwd : request.fallbackCwd,
      env: { ...request.env, ...request.variables, ...GUARD },
      stdin: new TextEncoder().encode(request.input),
    });
  } catch (error) {
    return { kind: "failed", error: `It could not be started: ${toMessage(error)}` };
  }

  const stdout = capture(child.stdout, OUTPUT_LIMIT);
  const stderr = capture(child.stderr, OUTPUT_LIMIT);
  const ended = await endOf(child, request);
  if (ended === "exited") await Promise.race([Promise.all([stdout.done, stderr.done]), sleep(DRAIN_MS)]);
  stdout.stop();
  stderr.stop();
  await Promise.all([stdout.done, stderr.done]);

  if (ended !== "exited") return { kind: ended };
  if (child.exitCode === null) return { kind: "killed", signal: String(child.signalCode) };
  const cut = stdout.isCut() || stderr.isCut();
  return { kind: "exited", code: child.exitCode, stdout: stdout.text(), stderr: stderr.text(), cut };
}

async function endOf(child: Child, request: CommandRequest): Promise<"exited" | "timeout" | "aborted"> {
  const early = deferred<"timeout" | "aborted">();
  const timer = setTimeout(() => early.resolve("timeout"), request.timeoutMs);
  const abort = () => early.resolve("aborted");
  if (request.signal?.aborted === true) abort();
  request.signal?.addEventListener("abort", abort);
  const exited = child.exited.then(() => "exited" as const);
  const ended = await Promise.race([exited, early.promise]);
  clearTimeout(timer);
  request.signal?.removeEventListener("abort", abort);
  if (ended !== "exited") {
    await endGroup(child.pid);
    await exited;
  }
  return ended;
}

/**
 * On Windows, uses Git Bash if the client is configured with one, else PowerShell. Never cmd.exe, which expands `%NAME%`
 * before it parses the line.
 */
export function toArgv(
  { command, args, env, shell }: Pick<CommandRequest, "command" | "args" | "env" | "shell">,
  platform: NodeJS.Platform = process.platform,
): string[] {
  if (args !== undefined) return [command, ...args];
  const isWindows = platform === "win32";
  const { CLAUDE_CODE_GIT_BASH_PATH: gitBash = "" } = env;
  if (shell === "powershell" || (shell === undefined && isWindows && gitBash === "")) {
    const script = `${toPowerShell(command)}\nexit $LASTEXITCODE`;
    const program = isWindows ? "powershell.exe" : "pwsh";
    return [program, "-NoProfile", "-NonInteractive", "-Command", script];
  }
  const program = shell ?? (isWindows ? gitBash : "/bin/sh");
  return [program, "-c", quoteReferences(command)];
}

interface Capture {
  /** Resolves at the stream's end, or after `stop`. */
  done: Promise<void>;
  text(): string;
  isCut(): boolean;
  stop(): void;
}

/** Reads a stream to its end and keeps the first part, so that memory does not grow with a child's output. */
export function capture(stream: ReadableStream<Uint8Array>, limit: number): Capture {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let cut = false;

  async function read(): Promise<void> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const piece = value.subarray(0, limit - kept);
      cut ||= piece.length < value.length;
      if (piece.length === 0) continue;
      // A copy, because a slice would keep the whole buffer.
      chunks.push(piece.slice());
      kept += piece.length;
    }
  }

  const done = read();
  // The caller that awaits this promise sees the error. Until then it must not count as unhandled.
  done.catch(() => undefined);
  return {
    done,
    text: () => Buffer.concat(chunks).toString("utf8"),
    isCut: () => cut,
    stop: () => void reader.cancel(),
  };
}
