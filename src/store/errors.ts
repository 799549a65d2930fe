/** Converts SQLite's errors to messages that a person can act on. */
import { SQLiteError } from "bun:sqlite";
import { PawlError, toMessage } from "../platform/errors.ts";

export function toStoreError(error: unknown, location: string): PawlError {
  if (error instanceof PawlError) return error;
  const code = codeOf(error);
  const known = KNOWN.find(([prefix]) => code.startsWith(prefix));
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

const UNWRITABLE = [
  "store_unwritable",
  "The database % cannot be opened for writing.",
  "Check that its folder exists, is yours, and is not read-only.",
] as const;

const BROKEN = [
  "store_corrupt",
  "The file % is not a database that Pawl can read, or it is damaged.",
  "Move it away (Pawl then starts a new one), or put back a backup with pawl restore.",
] as const;

const KNOWN: readonly (readonly [string, string, string, string])[] = [
  [
    "SQLITE_BUSY",
    "store_locked",
    "Another process holds the database %.",
    "Wait a moment and try again; if it stays so, run pawl doctor.",
  ],
  ["SQLITE_NOTADB", ...BROKEN],
  ["SQLITE_CORRUPT", ...BROKEN],
  [
    "SQLITE_FULL",
    "store_full",
    "The disk that holds the database % is full.",
    "Free some space; what was being written is not stored yet.",
  ],
  ["SQLITE_CANTOPEN", ...UNWRITABLE],
  ["SQLITE_READONLY", ...UNWRITABLE],
  ["SQLITE_PERM", ...UNWRITABLE],
  ["EACCES", ...UNWRITABLE],
  ["EPERM", ...UNWRITABLE],
  ["EROFS", ...UNWRITABLE],
  ["EISDIR", ...UNWRITABLE],
  ["ENOTDIR", ...UNWRITABLE],
  ["ENOENT", ...UNWRITABLE],
];
