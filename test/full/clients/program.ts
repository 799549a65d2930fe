/**
 * Other coding agents, pinned, in a scratch home. They are installed once into a cache folder and are no dependencies. Where
 * that fails, so does the test: what they do with Pawl's entries is a matter of security.
 */
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const CODEX_VERSION = "0.166.0";

const PACKAGES = {
  codex: { name: "@openai/codex", version: CODEX_VERSION, program: [".bin", "codex"] },
  copilot: { name: "@github/copilot", version: "1.0.102", program: [".bin", "copilot"] },
  gemini: {
    name: "@google/gemini-cli",
    version: "0.61.0",
    program: ["@google", "gemini-cli", "bundle", "gemini.js"],
  },
  opencode: {
    name: "opencode-ai",
    version: "1.18.33",
    program: [".bin", "opencode"],
    script: "postinstall.mjs",
  },
} as const;

const INSTALL_MS = 600_000;

export async function installClient(client: keyof typeof PACKAGES): Promise<string> {
  const { name, version: pinned, program, ...more } = PACKAGES[client];
  const version = process.env.PAWL_CLIENTS === "newest" ? newestOf(name) : pinned;
  const cache = process.env.PAWL_TEST_CACHE ?? join(tmpdir(), "pawl-test-cache");
  const dir = join(cache, `${client}-${version}`);
  const path = join(dir, "node_modules", ...program);
  if (existsSync(path)) return path;
  // Test files run side by side: the folder has its name only when all of it is there.
  const making = `${dir}.${process.pid}`;
  await mkdir(making, { recursive: true });
  await writeFile(join(making, "package.json"), '{"private":true}\n');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const ran = Bun.spawnSync(["npm", "install", ...flags, `${name}@${version}`], {
    cwd: making,
    timeout: INSTALL_MS,
  });
  if (ran.exitCode !== 0) throw new Error(`npm cannot install ${name}@${version}: ${ran.stderr}`);
  // It puts the program of this machine in place.
  if ("script" in more)
    Bun.spawnSync(["node", join(making, "node_modules", name, more.script)], { cwd: making });
  await rename(making, dir).catch(() => rm(making, { recursive: true, force: true }));
  if (!existsSync(path)) throw new Error(`${name}@${version} has no program`);
  return path;
}

/** `npm run test:clients`: what a new release of a client breaks. */
function newestOf(name: string): string {
  const ran = Bun.spawnSync(["npm", "view", name, "version"]);
  const version = ran.stdout.toString().trim();
  if (ran.exitCode !== 0 || version === "") throw new Error(`npm does not know ${name}: ${ran.stderr}`);
  return version;
}

export interface ClientRan {
  exitCode: number;
  output: string;
}

const LIMIT_MS = 120_000;

/** With nothing of the caller's environment: it may contain an account. */
export async function runProgram(
  command: string[],
  { cwd, home, env }: { cwd: string; home: string; env: Record<string, string> },
): Promise<ClientRan> {
  const child = Bun.spawn(command, {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: home, TERM: "dumb", NO_PROXY: "127.0.0.1", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: LIMIT_MS,
  });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { exitCode: await child.exited, output: out + error };
}
