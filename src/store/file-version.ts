/** The version of a database file, from its header: nobody has to open it, and whoever brings it to another version has the lock. */
import { closeSync, openSync, readSync } from "node:fs";
import { migrations } from "./migrations/index.ts";

/** Where SQLite keeps `user_version`: four bytes, the highest first. */
const OFFSET = 60;
const LENGTH = 4;

/** Whether it has to be brought to this version first. A file that is not there, or not whole, is new. */
export function isOlderVersion(path: string): boolean {
  const bytes = Buffer.alloc(LENGTH);
  let fd: number | undefined;
  try {
    fd = openSync(path, "r");
    if (readSync(fd, bytes, 0, LENGTH, OFFSET) < LENGTH) return false;
  } catch {
    return false;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
  const version = bytes.readUInt32BE();
  return version > 0 && version < migrations.length;
}
