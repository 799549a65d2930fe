/**
 * The same observations in the tables that claude-mem 13 makes: rows with their text, and an FTS5 table with its own
 * copy, ranked by bm25. Only its schema, none of its code; its worker and its model calls would come on top.
 */
import { Database } from "bun:sqlite";
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { type Figure, ofNumber, ofTaken, type Taken } from "./figures.ts";
import { CALLS_A_SESSION, madeSessions } from "./made-sessions.ts";
import { type MadeSize, UNTIL } from "./made-store.ts";
import { createRandom, pick } from "./made-words.ts";
import { openBar } from "./progress-bar.ts";
import { threadMs } from "./thread-time.ts";

const SCHEMA = `
create table observations (
  id integer primary key autoincrement, memory_session_id text not null, project text not null, type text not null,
  title text, subtitle text, text text, facts text, narrative text, concepts text, files_read text,
  files_modified text, created_at_epoch integer not null);
create index by_project on observations (project);
create index by_time on observations (created_at_epoch desc);
create virtual table observations_fts using fts5 (
  title, subtitle, narrative, text, facts, concepts, content = 'observations', content_rowid = 'id');
create trigger observations_ai after insert on observations begin
  insert into observations_fts (rowid, title, subtitle, narrative, text, facts, concepts)
  values (new.id, new.title, new.subtitle, new.narrative, new.text, new.facts, new.concepts);
end;`;

const ROUNDS = 60;
const WARM_UP = 12;

/** Beside the made store, made once like it. */
export function measurePeerSchema(database: string, size: MadeSize): Figure[] {
  const path = database.replace(/pawl\.db$/, "peer.db");
  if (!existsSync(path)) fill(path, size);
  const db = new Database(path, { readonly: true });
  try {
    const random = createRandom(3);
    const prompts = promptsOf(size);
    const search = db.query(`
      select o.id, o.title from observations_fts join observations o on o.id = observations_fts.rowid
      where observations_fts match ? order by rank limit 10`);
    const taken: Taken[] = [];
    for (let i = 0; i < WARM_UP + ROUNDS; i++) {
      const words = pick(random, prompts).match(/[A-Za-z]{4,}/g) ?? ["error"];
      const cpu = threadMs(process.pid);
      const from = performance.now();
      search.all(`"${pick(random, words)}"`);
      if (i >= WARM_UP) taken.push({ cpu: threadMs(process.pid) - cpu, wall: performance.now() - from });
    }
    return [
      ofTaken("claude-mem's schema: search, 1 word", taken),
      ofNumber("claude-mem's schema: bytes an observation", statSync(path).size / size.observations),
    ];
  } finally {
    db.close();
  }
}

function promptsOf(size: MadeSize): string[] {
  const prompts: string[] = [];
  for (const { prompts: asked } of madeSessions({ ...size, until: UNTIL })) {
    prompts.push(...(asked ?? []).map(({ text }) => text));
    if (prompts.length > 300) break;
  }
  return prompts;
}

function fill(path: string, size: MadeSize): void {
  const draft = `${path}.draft`;
  rmSync(draft, { force: true });
  const db = new Database(draft, { create: true });
  db.run("pragma journal_mode = off");
  db.run("pragma synchronous = off");
  db.run(SCHEMA);
  const add = db.query(`insert into observations
    (memory_session_id, project, type, title, text, facts, files_modified, created_at_epoch) values (?, ?, ?, ?, ?, ?, ?, ?)`);
  const bar = openBar(`the peer's schema, ${size.name}`, size.observations);
  let done = 0;
  const session = db.transaction((batch: Parameters<typeof toRows>[0]) => {
    for (const row of toRows(batch)) add.run(...row);
  });
  for (const batch of madeSessions({ ...size, until: UNTIL })) {
    session(batch);
    done += CALLS_A_SESSION;
    bar.show(done);
  }
  bar.close();
  db.close();
  renameSync(draft, path);
}

function toRows({
  session,
  observations,
}: ReturnType<typeof madeSessions> extends Generator<infer B> ? B : never) {
  return (observations ?? []).map(
    (call) =>
      [
        session.id,
        session.project,
        "discovery",
        call.toolName,
        call.response,
        call.input,
        JSON.stringify(call.files),
        call.at,
      ] as const,
  );
}
