/** A small database as version 0.2 left it: the tables that are taken over, and one with history. */
import { Database } from "bun:sqlite";

export const OLD_SESSION = "old-session";

const TABLES = `
create table sessions (seq integer primary key, id text not null unique, project text not null) strict;
create table memories (
  id integer primary key autoincrement, uri text not null, project text not null, content text not null,
  priority integer not null, disclosure text, status text not null, origin text not null, provenance text,
  session_id text, redaction integer not null, access_count integer not null default 0, accessed_at integer,
  created_at integer not null, updated_at integer not null, version integer not null, unique (project, uri)
) strict;
create table memory_versions (
  memory integer not null, version integer not null, content text not null, priority integer not null,
  disclosure text, status text not null, at integer not null, author text not null, reason text,
  primary key (memory, version)
) strict;
create table memory_relations (
  source integer not null, kind text not null, target integer not null, at integer not null,
  primary key (source, kind, target)
) strict, without rowid;
create table solutions (
  id integer primary key autoincrement, project text not null, fingerprint text not null, kind text not null,
  tool_name text not null, error_sample text not null, text text not null, steps text not null,
  source text not null, provenance text, session_id text, redaction integer not null,
  successes integer not null default 0, failures integer not null default 0, created_at integer not null,
  last_seen_at integer not null
) strict;
create table permissions (
  id integer primary key, key text not null unique, project text not null, session_id text not null,
  at integer not null, tool_name text not null, subject text not null, decision text not null
) strict;
create table forgotten (
  kind text not null, key text not null, at integer not null, primary key (kind, key)
) strict, without rowid;
create table team_folders (
  folder text primary key, project text not null, summaries integer not null default 0,
  client_memory integer not null default 0
) strict, without rowid;
`;

const ROWS = `
insert into sessions (id, project) values ('${OLD_SESSION}', '/p');
insert into memories (id, uri, project, content, priority, status, origin, provenance, redaction, created_at,
  updated_at, version) values
  (1, 'project://by-hand', '/p', 'The heron is blue', 5, 'active', 'user', null, 1, 1, 2, 2),
  (4, 'project://learned', '/p', 'Always use pnpm', 1, 'active', 'derived',
    '{"sessionId":"${OLD_SESSION}","evidence":"Always use pnpm"}', 1, 3, 3, 1),
  (5, 'project://from-anna', '/p', 'The wren nests in March', 5, 'active', 'derived',
    '{"team":{"author":"Anna","at":4}}', 1, 4, 4, 1);
insert into memory_versions (memory, version, content, priority, status, at, author) values
  (1, 1, 'The heron is grey', 5, 'active', 1, 'terminal'), (1, 2, 'The heron is blue', 5, 'active', 2, 'page'),
  (4, 1, 'Always use pnpm', 1, 'active', 3, 'pawl'), (5, 1, 'The wren nests in March', 5, 'active', 4, 'Anna');
insert into memory_relations (source, kind, target, at) values (1, 'relates_to', 5, 5);
insert into solutions (project, fingerprint, kind, tool_name, error_sample, text, steps, source, redaction,
  created_at, last_seen_at) values ('/p', 'f', 'by-hand', 'Bash', 'heron lost', 'look up', '[]', 'user', 1, 4, 4);
insert into permissions (key, project, session_id, at, tool_name, subject, decision)
  values ('k', '/p', '${OLD_SESSION}', 5, 'Bash', 'git push', 'deny');
insert into forgotten (kind, key, at) values ('session', '${OLD_SESSION}', 9);
insert into team_folders (folder, project) values ('/p', 'git:example/p');
pragma user_version = 16;
`;

/** `keepOpen`: its connection stays open, with everything in the log. `memories`: so many more. */
export function createOldDatabase(
  path: string,
  { keepOpen = false, memories = 0 } = {},
): Database | undefined {
  const db = new Database(path, { create: true });
  db.run("pragma journal_mode = wal");
  db.run(TABLES);
  db.run(ROWS);
  const add =
    db.query(`insert into memories (uri, project, content, priority, status, origin, redaction, created_at,
    updated_at, version) values (?, '/p', ?, 5, 'active', 'user', 1, 1, 1, 1)`);
  db.transaction(() => {
    for (let i = 0; i < memories; i++) add.run(`project://more/${i}`, `heron ${i}`);
  })();
  if (keepOpen) return db;
  db.close();
  return undefined;
}
