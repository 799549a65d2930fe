/**
 * The real Codex, pinned, in a scratch home. It is installed once into a cache folder and is no dependency: 436 MB that
 * only these tests need.
 */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scratch } from "../../e2e/harness/scratch.ts";

export const CODEX_VERSION = "0.166.0";

const INSTALL_MS = 600_000;

function cacheDir(): string {
  return join(process.env.PAWL_TEST_CACHE ?? join(tmpdir(), "pawl-test-cache"), `codex-${CODEX_VERSION}`);
}

/** The program, or why there is none. */
export type FoundCodex = { path: string } | { reason: string };

/** Installs it where it is missing. Never in CI: the download is larger than everything else together. */
export async function findCodex(): Promise<FoundCodex> {
  const dir = cacheDir();
  const path = join(dir, "node_modules", ".bin", "codex");
  if (existsSync(path)) return { path };
  if (process.env.CI) return { reason: "not in CI" };
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, "package.json"), '{"private":true}\n');
  const args = ["install", "--no-audit", "--no-fund", "--loglevel=error", `@openai/codex@${CODEX_VERSION}`];
  const ran = Bun.spawnSync(["npm", ...args], { cwd: dir, timeout: INSTALL_MS });
  return ran.exitCode === 0 && existsSync(path)
    ? { path }
    : { reason: `npm cannot install @openai/codex@${CODEX_VERSION}` };
}

/** The program, with one clear line where there is none; tests are skipped then. */
export async function codexForTests(): Promise<string | undefined> {
  const found = await findCodex();
  if ("path" in found) return found.path;
  console.log(`Skipped: the tests with the real Codex ${CODEX_VERSION} (${found.reason}).`);
  return undefined;
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
