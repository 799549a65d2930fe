/**
 * Where things are. Imported by `pawl hook`, which runs on every prompt: node's own modules only.
 */
import { homedir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { type Env, processEnv } from "./env.ts";

export interface Home {
  dir: string;
  /** Full access to the daemon's API. */
  token: string;
  /** May only post hook events: this one is written into Claude Code's settings. */
  hookToken: string;
  config: string;
  daemon: string;
  lock: string;
  database: string;
  log: string;
  spool: string;
  off: string;
  installs: string;
  counters: string;
  /** Where Bun and this package are, for the plugin's launcher. */
  program: string;
  /** What is wrong with the port: see `trouble.ts`. */
  trouble: string;
  /** Something that the user is told once, at the next session's start. */
  notice: string;
  /** When transcripts were last imported. */
  imported: string;
}

export function homeAt(dir: string): Home {
  return {
    dir,
    token: join(dir, "token"),
    hookToken: join(dir, "hook-token"),
    config: join(dir, "config.json"),
    daemon: join(dir, "daemon.json"),
    lock: join(dir, "daemon.lock"),
    database: join(dir, "pawl.db"),
    log: join(dir, "logs", "pawl.log"),
    spool: join(dir, "spool"),
    off: join(dir, "off"),
    installs: join(dir, "installs"),
    counters: join(dir, "counters.json"),
    program: join(dir, "program"),
    trouble: join(dir, "trouble.json"),
    notice: join(dir, "notice.json"),
    imported: join(dir, "imported.json"),
  };
}

export function defaultHomeDir(env: Env = processEnv): string {
  return join(userHome(env), ".pawl");
}

export function pawlHome(env: Env = processEnv): Home {
  const dir = env.PAWL_HOME;
  return homeAt(dir === undefined || dir === "" ? defaultHomeDir(env) : resolve(dir));
}

/** Claude Code's own folder. */
export function claudeConfigDir(env: Env = processEnv): string {
  const dir = env.CLAUDE_CONFIG_DIR;
  return dir === undefined || dir === "" ? join(userHome(env), ".claude") : resolve(dir);
}

/** `HOME` first: Bun's `homedir()` does not look at it again once the process runs. */
function userHome(env: Env): string {
  const home = process.platform === "win32" ? env.USERPROFILE : env.HOME;
  return home === undefined || home === "" ? homedir() : home;
}

const FIRST_PORT = 47_100;
const PORTS = 900;

/** Each user of a machine has a port of their own, the same on every start: the hooks' addresses name it. */
export function defaultPort(user: { uid: number; username: string } = userInfo()): number {
  const seed =
    user.uid >= 0 ? user.uid : [...user.username].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) >>> 0, 7);
  return FIRST_PORT + (seed % PORTS);
}

/** Folder of this checkout or installed package. */
export const packageDir = resolve(import.meta.dir, "..", "..");

export const hookEntry = join(packageDir, "src", "cli", "hook.ts");
export const cliEntry = join(packageDir, "src", "cli", "main.ts");
