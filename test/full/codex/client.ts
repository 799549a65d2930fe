/**
 * The real Codex, pinned, in a scratch home. It is installed once into a cache folder and is no dependency: 436 MB that
 * only these tests need.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Scratch } from "../../e2e/harness/scratch.ts";
import { CODEX_VERSION, installClient } from "../clients/program.ts";

/** The program; undefined with one clear line where npm cannot install it, and then tests are skipped. In CI that is a failure. */
export async function codexForTests(): Promise<string | undefined> {
  try {
    return await installClient("codex");
  } catch (error) {
    if (process.env.CI) throw error;
    console.log(`Skipped: the tests with the real Codex ${CODEX_VERSION} (${error}).`);
    return undefined;
  }
}

export interface CodexHome {
  /** `CODEX_HOME`. */
  dir: string;
  env: Record<string, string>;
}

/** A `CODEX_HOME` that talks to the scripted model. What is in `config.toml` already stays below it. */
export async function createCodexHome(scratch: Scratch, modelUrl: string, more = ""): Promise<CodexHome> {
  const dir = join(scratch.home, ".codex");
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, "config.toml"), codexConfig(modelUrl) + more);
  // Nothing of the caller's environment: it may contain an account.
  const env = { PATH: process.env.PATH ?? "", HOME: scratch.home, CODEX_HOME: dir, STUB_KEY: "none" };
  return { dir, env };
}

/** With this model the client offers `exec_command` and `apply_patch`. */
function codexConfig(modelUrl: string): string {
  return `model = "gpt-5.5"
model_provider = "stub"

[model_providers.stub]
name = "stub"
base_url = "${modelUrl}"
wire_api = "responses"
env_key = "STUB_KEY"

[features]
enable_request_compression = false
`;
}

export interface CodexRan {
  exitCode: number;
  stdout: string;
  stderr: string;
  /** Its thread, which is the hooks' `session_id`. */
  sessionId: string;
}

const PLAIN = ["--skip-git-repo-check", "-s", "danger-full-access", "--json"];
/** For one invocation: the tests have no terminal in which a person could trust the hooks. */
export const TRUSTED = "--dangerously-bypass-hook-trust";

export async function runCodex(
  path: string,
  home: CodexHome,
  options: { cwd: string; prompt: string; resume?: string; env?: Record<string, string>; args?: string[] },
): Promise<CodexRan> {
  const { cwd, prompt, resume, args = [TRUSTED] } = options;
  const command =
    resume === undefined
      ? ["exec", ...PLAIN, ...args, prompt]
      : ["exec", ...PLAIN, ...args, "resume", resume, prompt];
  const child = Bun.spawn([path, ...command], {
    cwd,
    env: { ...home.env, ...options.env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  const sessionId = /"thread_id":"([^"]+)"/.exec(stdout)?.[1] ?? "";
  return { exitCode, stdout, stderr, sessionId };
}
