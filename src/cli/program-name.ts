import { join, relative, sep } from "node:path";
import { packageDir } from "../platform/paths.ts";

/** How this user calls Pawl: `pawl` if it is on the PATH, else the path of the checkout's file. */
export function programName(): string {
  if (Bun.which("pawl") !== null) return "pawl";
  const file = join(packageDir, "bin", "pawl");
  const near = relative(process.cwd(), file);
  return near.startsWith("..") ? file : `.${sep}${near}`;
}
