/** Checks the integrity of a database. */
import { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { toStoreError } from "./errors.ts";

/** Undefined if it is intact or missing; otherwise SQLite's message. Reads every page: seconds per gigabyte. */
export function findDamage(path: string): string | undefined {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined;
  let db: Database | undefined;
  try {
    db = new Database(path, { readonly: true });
    db.run("pragma busy_timeout = 2000");
    const found = db.query<{ quick_check: string }, []>("pragma quick_check(3)").all();
    const words = found.map((row) => row.quick_check).filter((row) => row !== "ok");
    return words.length === 0 ? undefined : words.join("; ");
  } catch (error) {
    const known = toStoreError(error, path);
    if (known.code === "store_corrupt") return known.message;
    throw known;
  } finally {
    db?.close();
  }
}
