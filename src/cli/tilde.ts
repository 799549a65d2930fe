import { homedir } from "node:os";
import { processEnv } from "../platform/env.ts";

/** A path as people write it: `~/code/shop`. */
export function tilde(path: string, home = processEnv.HOME ?? homedir()): string {
  if (home === "" || home === "/") return path;
  return path === home ? "~" : path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
