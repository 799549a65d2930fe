/** The baseline for Pawl's recall: plain FTS5 with bm25, any word of the prompt. */
import { Database } from "bun:sqlite";
import type { Remembered } from "./memory-remembered.ts";

export function createBaselines() {
  const db = new Database(":memory:");
  db.run("create virtual table texts using fts5(text, session unindexed)");
  const insert = db.prepare("insert into texts(text, session) values ($text, $session)");
  return {
    /**
     * One text per session: of all ways to split a session into texts, the one with which plain search does best.
     */
    add: ({ id, prompts }: Remembered) => void insert.run({ $text: prompts.join("\n"), $session: id }),
    plain(prompt: string): string[] {
      const words = [...new Set(prompt.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])];
      if (words.length === 0) return [];
      const rows = db
        .query<{ session: string }, string>(
          "select session from texts where texts match ? order by bm25(texts)",
        )
        .all(words.map((word) => `"${word}"`).join(" OR "));
      return rows.map(({ session }) => session);
    },
    close: () => db.close(),
  };
}
