/** Finding and starting the daemon from another process. */
import { closeSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { type DaemonInfo, isZombieStat, parseDaemonInfo } from "./daemon-info.ts";
import { type Env, processEnv } from "./env.ts";
import { makePrivateDir, readIfThere } from "./files.ts";
import { modelVariables } from "./model-variables.ts";
import { type Home, packageDir } from "./paths.ts";
import { daemonProgram } from "./programs.ts";

export type { DaemonInfo } from "./daemon-info.ts";

export function readDaemonInfo(home: Home): DaemonInfo | undefined {
  const text = readIfThere(home.daemon);
  return text === undefined ? undefined : parseDaemonInfo(text);
}

/** Whether its process is there at all. Of one that is gone, somebody else may have the port by now. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isZombie(pid: number): boolean {
  return process.platform === "linux" && isZombieStat(readIfThere(`/proc/${pid}/stat`) ?? "");
}

/** Variables that a daemon needs; the rest of a session's environment is not the daemon's business. */
const HANDED_ON = [
  "HOME",
  "USERPROFILE",
  "PATH",
  "TMPDIR",
  "TEMP",
  "TMP",
  // The hours that a session is told are the user's, as in `pawl context`.
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
 * Settings of Bun's engine for a helper in the background. By itself it lets garbage grow by how much memory the
 * machine has, and compiles for speed what runs only now and then: 97 MB after 500 tool calls, 79 with these, in
 * the same time (`npm run bench`). The daemon takes them out again (`serve`): nothing that it starts has them.
 */
export const ENGINE_SETTINGS = {
  BUN_JSC_forceRAMSize: String(64 * 1024 * 1024),
  BUN_JSC_useFTLJIT: "0",
  BUN_JSC_thresholdForOptimizeAfterWarmUp: "100000",
  BUN_JSC_thresholdForOptimizeSoon: "100000",
  BUN_JSC_thresholdForOptimizeAfterLongWarmUp: "100000",
};

/** The environment of a background process of this home. */
export function backgroundEnv(home: Home, env: Env = processEnv): Record<string, string | undefined> {
  return {
    ...Object.fromEntries(HANDED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    ...modelVariables(readIfThere(home.config), env),
    PAWL_HOME: home.dir,
  };
}

/** Where Pawl is installed. */
export interface Program {
  bun: string;
  root: string;
  /** What to run, if that is known: looking whether the bundle is current takes a while. */
  file?: string | undefined;
}

/** Starts one in the background, in a session of its own, and returns at once. A second one leaves by itself. */
export function startDaemon(
  home: Home,
  env: Env = processEnv,
  { bun, root, file = daemonProgram(root) }: Program = { bun: process.execPath, root: packageDir },
): void {
  makePrivateDir(home.dir);
  makePrivateDir(dirname(home.log));
  const output = openSync(`${home.log}.out`, "w", 0o600);
  try {
    const child = Bun.spawn([bun, "--no-env-file", file], {
      // Not the project: Bun reads settings of the folder it starts in, and a daemon must not hold on to a folder
      // that somebody wants to delete.
      cwd: root,
      detached: true,
      windowsHide: true,
      stdio: ["ignore", output, output],
      env: { ...backgroundEnv(home, env), ...ENGINE_SETTINGS },
    });
    child.unref();
  } catch {
    // Not started (no memory, no process left): the caller's own deadline handles it.
  } finally {
    closeSync(output);
  }
}
