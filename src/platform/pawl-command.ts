/** How a shell on this machine runs Pawl, whatever is on its PATH. */
import { join } from "node:path";
import { defaultHomeDir, packageDir } from "./paths.ts";

/** The client's shell does not know a `PAWL_HOME` that only the installed hooks name, so the command names it. */
export function pawlCommand(homeDir: string): string {
  const program = quoted(join(packageDir, "bin", "pawl"));
  return homeDir === defaultHomeDir() ? program : `PAWL_HOME=${quoted(homeDir)} ${program}`;
}

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
