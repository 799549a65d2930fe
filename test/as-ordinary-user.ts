/** For tests of permissions. File modes do not restrict root, who runs the tests in many containers. */
import { chownSync, readdirSync } from "node:fs";
import { join } from "node:path";

const NOBODY = 65_534;

/** Runs as a user who can only do what the modes below `dir` allow. */
export async function asOrdinaryUser<T>(dir: string, act: () => T | Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return act();
  for (const path of ["", ...readdirSync(dir, { recursive: true, encoding: "utf8" })]) {
    chownSync(join(dir, path), NOBODY, NOBODY);
  }
  process.seteuid?.(NOBODY);
  try {
    return await act();
  } finally {
    process.seteuid?.(0);
  }
}
