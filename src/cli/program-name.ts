import { join, relative, sep } from "node:path";
import { packageDir } from "../platform/paths.ts";

/** How this user would call Pawl: by its name if it is on the PATH, else by the checkout's own file. */
export function programName(): string {
  if (Bun.which("pawl") !== null) return "pawl";
  const file = join(packageDir, "bin", "pawl");
  const near = relative(process.cwd(), file);
  return near.startsWith("..") ? file : `.${sep}${near}`;
}
