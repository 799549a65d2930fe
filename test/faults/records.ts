/** A made-up history for tests without a client: transcripts on disk, and a dump of a database. */
import { Database } from "bun:sqlite";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { script, toJsonl } from "../fixtures/transcript-lines.ts";

/** `<home>/.claude/projects/p/<id>.jsonl`, with `calls` tool calls, one of which fails and is fixed. */
export function writeTranscript(home: string, id: string, calls: number, filler = ""): string {
  const path = join(home, ".claude", "projects", "p", `${id}.jsonl`);
  const s = script("new", id);
  const lines = [s.user(`Ask ${id}`)];
  for (let i = 0; i < calls; i++) {
    const fails = i === 0 && calls > 1;
    const command = i <= 1 ? "make all" : `echo ${id} ${i}`;
    lines.push(s.call(`toolu_${id}_${i}`, "Bash", { command }));
    const answer = fails ? "make: *** No rule to make target 'heron'. Stop." : `done ${i} ${filler}`;
    lines.push(s.result(`toolu_${id}_${i}`, answer, { isError: fails }));
  }
  lines.push(s.say(`Did ${id}.`));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, toJsonl(lines));
  return path;
}

/** Every row of every table, by table. The search index is compared by its own shadow tables. */
export function dump(path: string): Record<string, unknown[]> {
  using db = new Database(path, { readonly: true });
  const tables = db
    .query<{ name: string }, []>("select name from sqlite_master where type = 'table' order by name")
    .all();
  return Object.fromEntries(
    tables
      // The last one says how far the file was cleaned, which a daemon does in the background.
      .filter(({ name }) => name !== "words" && name !== "clean_pages")
      .map(({ name }) => [name, rowsOf(db, name)]),
  );
}

function rowsOf(db: Database, table: string): unknown[] {
  const rows = db.query(`select * from "${table}"`).all();
  return rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
