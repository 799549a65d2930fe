import { Database } from "bun:sqlite";

/** How many of these tool calls are stored, by key. */
export function countKnownCalls(path: string, keys: readonly string[]): number {
  const db = new Database(path, { readonly: true });
  try {
    const find = db.query<{ id: number }, [string]>(
      "select id from entries where kind = 'observation' and key = ?",
    );
    return keys.reduce((count, key) => count + (find.get(key) === null ? 0 : 1), 0);
  } finally {
    db.close();
  }
}
