/** Finds and starts the daemon from another process. */

import { closeSync, openSync, statSync, truncateSync } from "node:fs";
import { dirname } from "node:path";
import { type DaemonInfo, parseDaemonInfo } from "./daemon-info.ts";
import { type Env, processEnv } from "./env.ts";
import { makePrivateDir, processExists, readIfThere } from "./files.ts";
import { type Home, packageDir } from "./paths.ts";
import { daemonProgram } from "./programs.ts";
import { bunProgram, startDetached } from "./runtime.ts";

export type { DaemonInfo } from "./daemon-info.ts";

export function readDaemonInfo(home: Home): DaemonInfo | undefined {
  const text = readIfThere(home.daemon);
  return text === undefined ? undefined : parseDaemonInfo(text);
}

/** True if its process is alive. If not, another program may own the port by now. */
export function isAlive(pid: number): boolean {
  return processExists(pid) && !(process.platform === "linux" && isZombieStat(statOf(pid)));
}

const statOf = (pid: number): string => readIfThere(`/proc/${pid}/stat`) ?? "";

/** Variables that a daemon needs. It gets no others of a session's environment. */
const HANDED_ON = [
  "HOME",
  "USERPROFILE",
  "PATH",
  "TMPDIR",
  "TEMP",
  "TMP",
  // Times in the context use the user's time zone, as in `pawl context`.
  "TZ",
  "SystemRoot",
  "LANG",
  "LC_ALL",
  "LC_MESSAGES",
  "PAWL_PORT",
  "PAWL_LOCALE",
  "CLAUDE_CONFIG_DIR",
];

/**
 * Bun's allocator returns unused pages to the system ten times a second, and the next event requests them again: a tenth of
 * an event's processor time. Once a second is enough, and costs 3 MB while events arrive.
 */
export const RETURN_MEMORY_SLOWLY = { MIMALLOC_PURGE_HOLES_MIN_INTERVAL: "1000" };

/**
 * Engine settings for a background process. By default Bun lets garbage grow with the machine's memory and optimizes code
 * that rarely runs: 18 MB more after 500 tool calls, in the same time (`npm run bench`). With a smaller heap, every second
 * collection reads the whole heap once it holds a large project's past. With 96 MB this happened 40 times in 200 hooks and
 * 360 searches instead of 4, and each time a caller waited 5 to 10 ms. It costs 16 MB in use and none when idle. The daemon
 * removes the settings again (`serve`), so that its children do not inherit them.
 */
export const ENGINE_SETTINGS = {
  BUN_JSC_forceRAMSize: String(192 * 1024 * 1024),
  BUN_JSC_useFTLJIT: "0",
  ...RETURN_MEMORY_SLOWLY,
};

/** The environment of a background process of this home. */
export function backgroundEnv(home: Home, env: Env = processEnv): Record<string, string | undefined> {
  return {
    ...Object.fromEntries(HANDED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    ...modelVariables(readIfThere(home.config), env),
    PAWL_HOME: home.dir,
  };
}

/** Pawl's location. */
export interface Program {
  bun: string;
  root: string;
  /** The program to run, if known: checking whether the bundle is current takes a while. */
  file?: string | undefined;
}

/** Starts a daemon in the background, in its own session, and returns at once. A second daemon exits by itself. */
export function startDaemon(
  home: Home,
  env: Env = processEnv,
  { bun, root, file = daemonProgram(root) }: Program = { bun: bunProgram(), root: packageDir },
): void {
  makePrivateDir(home.dir);
  makePrivateDir(dirname(home.log));
  const output = openOutput(home.output);
  try {
    startDetached([bun, "--no-env-file", file], {
      // Not the project: Bun reads settings from the folder it starts in, and a daemon must not block the deletion of a
      // folder.
      cwd: root,
      output,
      env: { ...backgroundEnv(home, env), ...ENGINE_SETTINGS },
    });
  } catch {
    // It did not start (no memory, no free process). The caller's own deadline handles that.
  } finally {
    closeSync(output);
  }
}

export function isStopped(pid: number): boolean {
  if (process.platform === "linux") {
    const stat = statOf(pid);
    // The state follows the name. The name is in parentheses and may contain any character.
    return /^[Tt]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  }
  if (process.platform === "win32") return false;
  const { stdout } = Bun.spawnSync(["/bin/ps", "-o", "stat=", "-p", String(pid)]);
  return stdout.toString().trim().startsWith("T");
}

// The output of a background process: only text from before or outside of its log, such as an error at its start.

const MAX_BYTES = 1024 * 1024;

/** Empties the file. Opened for appending, so that it can be emptied during writes. */
export function openOutput(path: string): number {
  closeSync(openSync(path, "w", 0o600));
  return openSync(path, "a");
}

/** Called regularly by the process that writes it. */
export function boundOutput(path: string, maxBytes = MAX_BYTES): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) truncateSync(path);
}

// Variables by which a `claude` that Pawl starts finds the user's account. The daemon gets them only if it needs them.

/** Variables by which Claude Code finds an account and its server. */
const MODEL_VARIABLES = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_BASE_URL",
  "ANTHROPIC_CUSTOM_HEADERS",
  "ANTHROPIC_DEFAULT_HAIKU_MODEL",
  "ANTHROPIC_VERTEX_PROJECT_ID",
  "AWS_PROFILE",
  "AWS_REGION",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CLAUDE_CODE_USE_BEDROCK",
  "CLAUDE_CODE_USE_VERTEX",
  "CLOUD_ML_REGION",
  "HTTPS_PROXY",
  "NODE_EXTRA_CA_CERTS",
  "NO_PROXY",
];

/**
 * The environment variables that a starting daemon inherits: none, unless the user's settings make Pawl call a model. It
 * checks only the text, because it runs in a hook and a mistake costs just one variable too many.
 */
export function modelVariables(config: string | undefined, env: Env): Record<string, string> {
  const asksModel = /"provider"\s*:\s*"claude"|"mode"\s*:\s*"evaluate"/.test(config ?? "");
  return asksModel ? pick(env) : {};
}

/** Removes them from the environment, so that no user hook gets them. */
export function takeModelVariables(env: Record<string, string | undefined>): Record<string, string> {
  const taken = pick(env);
  for (const name of MODEL_VARIABLES) delete env[name];
  return taken;
}

function pick(env: Env): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of MODEL_VARIABLES) {
    const value = env[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** As `/proc/<pid>/stat` says. In a container whose first process reaps no orphans, an ended process keeps its pid. */
export function isZombieStat(stat: string): boolean {
  return stat.startsWith("Z", stat.lastIndexOf(")") + 2);
}
