/** SQLite's errors: a busy database is tried again, and the others become messages that a person can act on. */
import { SQLiteError } from "bun:sqlite";
import { PawlError, toMessage } from "../platform/errors.ts";

export function toStoreError(error: unknown, location: string): PawlError {
  if (error instanceof PawlError) return error;
  const code = codeOf(error);
  const known = KNOWN.find(([codes]) => codes.test(code));
  if (known === undefined) {
    return new PawlError("store_failed", `The database ${location} failed: ${toMessage(error)}.`, {
      cause: error,
      hint: "Run pawl doctor.",
      params: { location, reason: toMessage(error) },
    });
  }
  const [, name, what, hint] = known;
  return new PawlError(
    name,
    what.replace("%", () => location),
    { cause: error, hint, params: { location } },
  );
}

function codeOf(error: unknown): string {
  if (error instanceof SQLiteError) return error.code ?? "";
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}

/** Its code's beginning, our code, what happened, and what to do. */
const KNOWN: readonly (readonly [RegExp, string, string, string])[] = [
  [
    /^SQLITE_BUSY/,
    "store_locked",
    "Another process holds the database %.",
    "Wait a moment and try again; if it stays so, run pawl doctor.",
  ],
  [
    /^SQLITE_(?:NOTADB|CORRUPT)/,
    "store_corrupt",
    "The file % is not a database that Pawl can read, or it is damaged.",
    "Move it away (Pawl then starts a new one), or put back a backup with pawl restore.",
  ],
  [
    /^SQLITE_FULL/,
    "store_full",
    "The disk that holds the database % is full.",
    "Free some space; what was being written is not stored yet.",
  ],
  [
    /^(?:SQLITE_(?:CANTOPEN|READONLY|PERM)|EACCES|EPERM|EROFS|EISDIR|ENOTDIR|ENOENT)/,
    "store_unwritable",
    "The database % cannot be opened for writing.",
    "Check that its folder exists, is yours, and is not read-only.",
  ],
];

/** How long a background task waits each time that another process blocks it. */
export const PATIENCE_MS = 3_000;

const RETRY_MS = 2;

/**
 * Waits for another writer without blocking the thread; SQLite's busy handler sleeps inside the call. A write that found the
 * lock taken has changed nothing.
 */
export async function retryBusy<T>(run: () => T, withinMs: number): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() + RETRY_MS > until) throw error;
    }
    await Bun.sleep(RETRY_MS);
  }
}

export const isBusy = (error: unknown): boolean => codeOf(error).startsWith("SQLITE_BUSY");
