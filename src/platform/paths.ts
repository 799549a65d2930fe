/**
 * Paths. Imported by `pawl hook`, which runs on every prompt. Importing `node:path` and `node:os` would cost half
 * of the runtime's start, so they are loaded only for paths that need them.
 */
import { type Env, processEnv } from "./env.ts";
import { packageFolder } from "./runtime.ts";

export interface Home {
  dir: string;
  /** Full access to the daemon's API. */
  token: string;
  /** May only post hook events; written into Claude Code's settings. */
  hookToken: string;
  config: string;
  daemon: string;
  lock: string;
  database: string;
  log: string;
  /** What the daemon prints. */
  output: string;
  spool: string;
  off: string;
  installs: string;
  counters: string;
  /** Sources that are never injected again. */
  muted: string;
  /** The paths of Bun and of this package, for the plugin's launcher. */
  program: string;
  /** A known problem with the port; see `trouble.ts`. */
  trouble: string;
  /** The folder of the plugin that started the last session, where there is one. */
  plugin: string;
  /** Something that the user is told once, at the next session's start. */
  notice: string;
  /** When transcripts were last imported. */
  imported: string;
  /** Sessions that wait for a model's summary. */
  /** The daemon's own socket; the public port belongs to the keeper. */
  socket: string;
  /** The running keeper: process and port. */
  keeper: string;
  /** Which events the user's own hooks answer, for the keeper. */
  hooked: string;
  /** Copies that outlive a moved or deleted checkout: Bun, the keeper, the uninstaller. */
  bin: string;
  /** What installed hooks start. */
  launcher: string;
  /** Where state files were written: see `remembered-folders.ts`. */
  stateFolders: string;
  /** Backups that the user asked for: a purge leaves them. */
  backups: string;
  /** Removes Pawl, also when its checkout is gone. */
  uninstaller: string;
  /** Digests of client files that were forgotten and kept. */
  clientForgotten: string;
  /** Folders and the projects that they belong to; see `same-project.ts`. */
  projects: string;
  /** The team that this machine belongs to, with its password and keys. */
  team: string;
  /** When it was last synchronised, and with which result. */
  teamState: string;
  /** Handoffs that wait for the next session in their project. */
  handoffs: string;
  /** Held while synchronising: one process at a time. */
  teamLock: string;
}

const SEPARATOR = process.platform === "win32" ? "\\" : "/";

export function homeAt(dir: string): Home {
  return {
    dir,
    hookToken: join(dir, "hook-token"),
    daemon: join(dir, "daemon.json"),
    trouble: join(dir, "trouble.json"),
    socket: join(dir, "daemon.sock"),
    token: join(dir, "token"),
    config: join(dir, "config.json"),
    lock: join(dir, "daemon.lock"),
    database: join(dir, "pawl.db"),
    log: join(dir, "logs", "pawl.log"),
    output: join(dir, "logs", "pawl.log.out"),
    spool: join(dir, "spool"),
    off: join(dir, "off"),
    installs: join(dir, "installs"),
    counters: join(dir, "counters.json"),
    muted: join(dir, "muted.json"),
    program: join(dir, "program"),
    plugin: join(dir, "plugin-root"),
    notice: join(dir, "notice.json"),
    imported: join(dir, "imported.json"),
    keeper: join(dir, "keeper.json"),
    hooked: join(dir, "hooked.json"),
    bin: join(dir, "bin"),
    backups: join(dir, "backups"),
    stateFolders: join(dir, "state-folders"),
    launcher: join(dir, process.platform === "win32" ? "hook.cmd" : "hook"),
    uninstaller: join(dir, process.platform === "win32" ? "uninstall.cmd" : "uninstall"),
    clientForgotten: join(dir, "client-forgotten.json"),
    projects: join(dir, "projects.json"),
    team: join(dir, "team.json"),
    teamState: join(dir, "team-state.json"),
    handoffs: join(dir, "handoffs"),
    teamLock: join(dir, "team.lock"),
  };
}

export function defaultHomeDir(env: Env = processEnv): string {
  return join(userHome(env), ".pawl");
}

export function pawlHome(env: Env = processEnv): Home {
  return homeAt(pawlHomeDir(env));
}

export function pawlHomeDir(env: Env = processEnv): string {
  const dir = env.PAWL_HOME;
  return dir === undefined || dir === "" ? defaultHomeDir(env) : resolve(dir);
}

/** Claude Code's own folder. */
export function claudeConfigDir(env: Env = processEnv): string {
  const dir = env.CLAUDE_CONFIG_DIR;
  return dir === undefined || dir === "" ? join(userHome(env), ".claude") : resolve(dir);
}

/** `HOME` first: Bun's `homedir()` does not read it again while the process runs. */
export function userHome(env: Env = processEnv): string {
  const home = process.platform === "win32" ? env.USERPROFILE : env.HOME;
  return home === undefined || home === "" ? process.getBuiltinModule("node:os").homedir() : home;
}

const FIRST_PORT = 47_100;
const PORTS = 900;

/** Each user of a machine has their own port, stable across restarts: the hooks contain the address. */
export function defaultPort(
  user: { uid: number; username: string } = process.getBuiltinModule("node:os").userInfo(),
): number {
  const seed =
    user.uid >= 0 ? user.uid : [...user.username].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) >>> 0, 7);
  return FIRST_PORT + (seed % PORTS);
}

/** Folder of this checkout or installed package. */
export const packageDir = /* @__PURE__ */ packageFolder();

export const hookEntry = /* @__PURE__ */ join(packageDir, "src", "cli", "hook", "program.ts");
export const cliEntry = /* @__PURE__ */ join(packageDir, "src", "cli", "main.ts");

function join(...parts: string[]): string {
  return parts.join(SEPARATOR);
}

/** Simple absolute paths are returned unchanged: loading `node:path` would cost the hook 3 ms. */
function resolve(path: string): string {
  const plain = process.platform === "win32" ? /^[A-Za-z]:(\\[^\\/:]+)+$/ : /^(\/[^/]+)+$/;
  if (plain.test(path) && !/[\\/]\.\.?([\\/]|$)/.test(path)) return path;
  return process.getBuiltinModule("node:path").resolve(path);
}
