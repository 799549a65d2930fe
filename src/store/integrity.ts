/**
 * Checks a database. By default what can be seen at once: a small file as a whole, of a large one its size, its schema
 * and its small tables; the daemon reads every page once a day. `deep` reads every page: seconds per gigabyte.
 */
import { Database } from "bun:sqlite";
import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { toStoreError } from "./errors.ts";

/** As a whole this takes a tenth of a second. */
const SMALL_BYTES = 32_000_000;

interface CheckOptions {
  deep?: boolean;
  /** Up to this size a file is read as a whole in any case. */
  smallBytes?: number;
  /** How many parts of the check are done. */
  onProgress?(done: number, all: number): void;
}

/** How the database file is; `pawl status` and `pawl doctor` both read it here. */
export type StoreCondition =
  | { name: "intact" }
  | { name: "damaged"; damage: string }
  /** Its mode, its owner or its disk does not allow it. */
  | { name: "unwritable" }
  /** A damaged one was set aside, and this one filled again. */
  | { name: "replaced"; aside: readonly string[] };

export function conditionOf(database: string, options: CheckOptions): StoreCondition {
  const isSuspect = existsSync(suspectMark(database));
  const damage = findDamage(database, isSuspect ? { ...options, deep: true } : options);
  if (damage !== undefined) return { name: "damaged", damage };
  if (!isWritable(database)) return { name: "unwritable" };
  const folder = dirname(database);
  const start = `${basename(database)}.broken-`;
  const aside = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.startsWith(start) && !/-(?:wal|shm)$/.test(name))
    : [];
  return aside.length === 0 ? { name: "intact" } : { name: "replaced", aside };
}

/** True for a file that does not exist yet. */
export function isWritable(database: string): boolean {
  try {
    if (existsSync(database)) accessSync(database, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Left by a daemon that found damage: the next one checks every page. */
export const suspectMark = (database: string): string => `${database}.suspect`;

/** Undefined if it is intact or missing; otherwise SQLite's message. */
export function findDamage(
  path: string,
  { deep = true, smallBytes = SMALL_BYTES, onProgress }: CheckOptions = {},
): string | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return undefined;
  let db: Database | undefined;
  try {
    db = new Database(path, { readonly: true });
    db.run("pragma busy_timeout = 2000");
    if (deep || size <= smallBytes) return checkAll(db, onProgress);
    return checkSize(db, path) ?? checkSmall(db);
  } catch (error) {
    const known = toStoreError(error, path);
    if (known.code === "store_corrupt") return known.message;
    throw known;
  } finally {
    db?.close();
  }
}

const toDamage = (found: string[]): string | undefined => {
  const words = found.filter((row) => row !== "ok");
  return words.length === 0 ? undefined : words.join("; ");
};

function quickCheck(db: Database, what: string): string | undefined {
  const found = db.query<{ quick_check: string }, []>(`pragma quick_check(${what})`).all();
  return toDamage(found.map((row) => row.quick_check));
}

/** Checks table by table, so that there is progress to show, then the file as a whole. Without an observer, only the file. */
function checkAll(db: Database, onProgress: CheckOptions["onProgress"]): string | undefined {
  if (onProgress === undefined) return quickCheck(db, "3");
  const tables = tablesOf(db);
  for (const [done, table] of tables.entries()) {
    onProgress(done, tables.length);
    const damage = quickCheck(db, `"${table}"`);
    if (damage !== undefined) return damage;
  }
  onProgress(tables.length, tables.length);
  return undefined;
}

function tablesOf(db: Database): string[] {
  return db
    .query<{ name: string }, []>(
      "select name from sqlite_schema where type = 'table' and sql not like 'create virtual%' order by name",
    )
    .all()
    .map(({ name }) => name);
}

/** A file that was cut has fewer bytes than its header says; the log may only add some. */
function checkSize(db: Database, path: string): string | undefined {
  const number = (pragma: string) =>
    Number(Object.values(db.query<Record<string, number>, []>(`pragma ${pragma}`).get() ?? {})[0] ?? 0);
  const expected = number("page_count") * number("page_size");
  const logged = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const { size } = statSync(path);
  return size + logged < expected ? `the file has ${size} of ${expected} bytes` : undefined;
}

/** The small tables with their indexes, which every hook needs, and the first row of each other one. */
function checkSmall(db: Database): string | undefined {
  for (const table of ["sessions", "memories", "solutions", "word_state", "forgotten"]) {
    const damage = quickCheck(db, `"${table}"`);
    if (damage !== undefined) return damage;
  }
  for (const table of tablesOf(db)) db.query(`select * from "${table}" limit 1`).get();
  return undefined;
}
