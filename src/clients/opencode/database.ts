/** OpenCode's folders, and its sessions: one SQLite database for all. A session counts as a file in it: `…/opencode.db/ses_ID`. */
import { basename, join } from "node:path";
import { processEnv } from "../../platform/env.ts";
import { userHome } from "../../platform/paths.ts";

/** `XDG_CONFIG_HOME` or `XDG_DATA_HOME`, on every system. */
const opencodeDir = (variable: string, ...usual: string[]): string =>
  join(processEnv[variable] || join(userHome(), ...usual), "opencode");

export const opencodeConfigDir = (): string => opencodeDir("XDG_CONFIG_HOME", ".config");

export const PLUGIN = "pawl.ts";

export const databaseFile = (): string =>
  join(opencodeDir("XDG_DATA_HOME", ".local", "share"), "opencode.db");

export const pathOfSession = (id: string): string => join(databaseFile(), id);

const DATABASE = /[\\/]opencode\.db(?:[\\/]ses_\w+)?$/;

/** The database, or a session in it. */
export const isOfDatabase = (path: string): boolean => DATABASE.test(path);

export const sessionOfPath = (path: string): string => basename(path);
