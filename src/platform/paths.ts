/**
 * Paths. Imported by `pawl hook`, which runs on every prompt. Importing `node:path` and `node:os` would cost half
 * of the runtime's start, so they are loaded only for paths that need them.
 */
import { type Env, processEnv } from "./env.ts";
import { packageFolder } from "./runtime.ts";

const SEPARATOR = process.platform === "win32" ? "\\" : "/";

export type Home = ReturnType<typeof homeAt>;

export function homeAt(dir: string) {
  return {
    dir,
    /** May only post hook events; written into Claude Code's settings. */
    hookToken: join(dir, "hook-token"),
    daemon: join(dir, "daemon.json"),
    /** A known problem with the port; see `trouble.ts`. */
    trouble: join(dir, "trouble.json"),
    /** The daemon's own socket; the public port belongs to the keeper. */
    socket: join(dir, "daemon.sock"),
    /** Full access to the daemon's API. */
    token: join(dir, "token"),
    config: join(dir, "config.json"),
    lock: join(dir, "daemon.lock"),
    database: join(dir, "pawl.db"),
    log: join(dir, "logs", "pawl.log"),
    /** What the daemon prints. */
    output: join(dir, "logs", "pawl.log.out"),
    spool: join(dir, "spool"),
    off: join(dir, "off"),
    installs: join(dir, "installs"),
    counters: join(dir, "counters.json"),
    /** Sources that are never injected again. */
    muted: join(dir, "muted.json"),
    /** The paths of Bun and of this package, for the plugin's launcher. */
    program: join(dir, "program"),
    /** The folder of the plugin that started the last session, if any. */
    plugin: join(dir, "plugin-root"),
    /** A message for the user, shown once at the start of the next session. */
    notice: join(dir, "notice.json"),
    /** When transcripts were last imported. */
    imported: join(dir, "imported.json"),
    /** The running keeper: process and port. */
    keeper: join(dir, "keeper.json"),
    /** The events that the user's own hooks answer, for the keeper. */
    hooked: join(dir, "hooked.json"),
    /** Copies that outlive a moved or deleted checkout: Bun, the keeper, the uninstaller. */
    bin: join(dir, "bin"),
    /** Backups that the user requested, including failed ones. A purge leaves them. */
    backups: join(dir, "backups"),
    /** Folders with state files: see `rememberFolder`. */
    stateFolders: join(dir, "state-folders"),
    /** What installed hooks start. */
    launcher: join(dir, process.platform === "win32" ? "hook.cmd" : "hook"),
    /** Removes Pawl, even if its checkout is gone. */
    uninstaller: join(dir, process.platform === "win32" ? "uninstall.cmd" : "uninstall"),
    /** Digests of client files that were forgotten but kept on disk. */
    clientForgotten: join(dir, "client-forgotten.json"),
    /** Folders and their projects; see `same-project.ts`. */
    projects: join(dir, "projects.json"),
    /** This machine's team, with its password and keys. */
    team: join(dir, "team.json"),
    /** The time and result of the last synchronization. */
    teamState: join(dir, "team-state.json"),
    /** Handoffs that wait for the next session in their project. */
    handoffs: join(dir, "handoffs"),
    /** Held during synchronization: one process at a time. */
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

/** `HOME` first, because Bun's `homedir()` does not read it again while the process runs. */
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
