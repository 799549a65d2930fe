import { join, relative, sep } from "node:path";
import { findProgram } from "../platform/find-program.ts";
import { packageDir } from "../platform/paths.ts";

/** How this user calls Pawl: `pawl` if it is on the PATH, else the path of the checkout's file. */
export function programName(): string {
  if (findProgram("pawl") !== null) return "pawl";
  const file = join(packageDir, "bin", "pawl");
  const near = relative(process.cwd(), file);
  return near.startsWith("..") ? file : `.${sep}${near}`;
}
