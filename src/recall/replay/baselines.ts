/** Baselines for Pawl's ranking: plain FTS5 over the prompts (any word, by bm25), and newest first. */
import { Database } from "bun:sqlite";

export interface Baselines extends Disposable {
  add(session: { id: string; prompts: readonly string[] }): void;
  /** Best first. */
  plain(prompt: string): string[];
}

export function createBaselines(): Baselines {
  const db = new Database(":memory:");
  db.run("create virtual table texts using fts5(text, session unindexed)");
  const insert = db.prepare("insert into texts(text, session) values ($text, $session)");
  return {
    /** One text per session: the way of splitting sessions with which plain search performs best. */
    add: ({ id, prompts }) => void insert.run({ $text: prompts.join("\n"), $session: id }),
    plain(prompt) {
      const words = [...new Set(prompt.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])];
      if (words.length === 0) return [];
      return db
        .query<{ session: string }, string>(
          "select session from texts where texts match ? order by bm25(texts)",
        )
        .all(words.map((word) => `"${word}"`).join(" OR "))
        .map(({ session }) => session);
    },
    [Symbol.dispose]: () => db.close(),
  };
}
