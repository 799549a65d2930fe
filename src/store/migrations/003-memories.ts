/**
 * `project` is the project's root, or empty for memories that apply everywhere, so the same URI in two projects is
 * two memories. `session_id` repeats a part of the provenance, so that it is found when the session is forgotten.
 */
export const memories = `
create table memories (
  id integer primary key autoincrement,
  uri text not null,
  project text not null,
  content text not null,
  priority integer not null check (priority between 0 and 10),
  disclosure text,
  status text not null check (status in ('proposed', 'active', 'deprecated', 'archived', 'deleted')),
  origin text not null check (origin in ('user', 'derived', 'model')),
  provenance text,
  session_id text,
  redaction integer not null,
  access_count integer not null default 0,
  accessed_at integer,
  created_at integer not null,
  updated_at integer not null,
  version integer not null,
  unique (project, uri)
) strict;
create index memories_by_session on memories (session_id) where session_id is not null;

create table memory_versions (
  memory integer not null references memories (id) on delete cascade,
  version integer not null,
  content text not null,
  priority integer not null,
  disclosure text,
  status text not null,
  at integer not null,
  author text not null,
  reason text,
  primary key (memory, version)
) strict;

create table memory_relations (
  source integer not null references memories (id) on delete cascade,
  kind text not null check (kind in ('relates_to', 'depends_on', 'contradicts', 'evolves_from')),
  target integer not null references memories (id) on delete cascade,
  at integer not null,
  primary key (source, kind, target),
  check (source <> target)
) strict, without rowid;
create index relations_by_target on memory_relations (target, kind);

create table solutions (
  id integer primary key autoincrement,
  project text not null,
  fingerprint text not null,
  kind text not null,
  tool_name text not null,
  error_sample text not null,
  text text not null,
  steps text not null,
  source text not null check (source in ('user', 'derived', 'model')),
  provenance text,
  session_id text,
  redaction integer not null,
  successes integer not null default 0,
  failures integer not null default 0,
  created_at integer not null,
  last_seen_at integer not null
) strict;
create index solutions_by_fingerprint on solutions (fingerprint, project);
create index solutions_by_session on solutions (session_id) where session_id is not null;

create table file_facts (
  id integer primary key,
  key text not null unique,
  project text not null,
  file text not null,
  dir text not null,
  ext text not null,
  at integer not null,
  session_id text not null,
  prompt_key text,
  what text not null,
  ok integer not null
) strict;
create index file_facts_by_file on file_facts (project, file, at);
create index file_facts_by_dir on file_facts (project, dir, at);
create index file_facts_by_ext on file_facts (project, ext, at);
create index file_facts_by_session on file_facts (session_id);

create table commands (
  id integer primary key,
  project text not null,
  kind text not null check (kind in ('test', 'build', 'lint', 'run')),
  command text not null,
  successes integer not null default 0,
  failures integer not null default 0,
  last_at integer not null,
  unique (project, kind, command)
) strict;

-- Counted outcomes: an outcome of a solution or a command counts once, however often it is reported.
create table counted (
  key text not null,
  subject text not null,
  session_id text not null,
  at integer not null,
  primary key (key, subject)
) strict, without rowid;
create index counted_by_session on counted (session_id);

create table permissions (
  id integer primary key,
  key text not null unique,
  project text not null,
  session_id text not null,
  at integer not null,
  tool_name text not null,
  subject text not null,
  decision text not null check (decision in ('allow', 'deny'))
) strict;
create index permissions_by_project on permissions (project, tool_name, subject, at);
create index permissions_by_session on permissions (session_id);

-- What a later read of the transcript must not add again: a session up to a time, one record, everything before a time.
create table forgotten (
  kind text not null check (kind in ('session', 'entry', 'before')),
  key text not null,
  at integer not null,
  primary key (kind, key)
) strict, without rowid;

-- One index per kind of record (see word-index.ts); rebuilt from the records after this.
drop table words;
create virtual table call_words using fts5 (
  title, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
create virtual table text_words using fts5 (
  title, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
-- Even rowids are memories, odd ones solutions.
create virtual table memory_words using fts5 (
  title, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
`;
