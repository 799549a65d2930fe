import nodePath from "node:path";

type PathRules = Pick<typeof nodePath.posix, "relative" | "isAbsolute" | "sep">;

/** Both are absolute and real. `path` is the system's rules: on Windows case and drive letters are its business. */
export function isInside(file: string, folder: string, path: PathRules = nodePath): boolean {
  const way = path.relative(folder, file);
  return way !== "" && way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
