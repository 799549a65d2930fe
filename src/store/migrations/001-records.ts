/**
 * `entries` contains the common columns of all records and stays narrow, so that filtering thousands of search
 * matches reads few pages; long texts are in separate tables. The index stores words only, not the text again.
 */
export const records = `
create table sessions (
  seq integer primary key,
  id text not null unique,
  project text not null,
  cwd text not null,
  started_at integer not null,
  last_event_at integer not null,
  ended_at integer,
  end_reason text,
  transcript_path text,
  model text,
  prompts integer not null default 0,
  observations integer not null default 0,
  title text not null default '',
  title_at integer
) strict;
create index sessions_by_time on sessions (last_event_at);
create index sessions_by_project on sessions (project, last_event_at);

-- Numbers are never reused: ids of records appear in injections and in output for people and models.
create table entries (
  id integer primary key autoincrement,
  kind text not null check (kind in ('prompt', 'observation', 'response', 'event', 'summary')),
  key text not null,
  session integer not null references sessions (seq) on delete cascade,
  at integer not null,
  redaction integer not null,
  agent_id text,
  prompt_id text,
  unique (kind, key)
) strict;
create index entries_by_session on entries (session, kind, at);
create index entries_by_time on entries (kind, at);

-- The text of a prompt, response or summary; the body of an event.
create table texts (
  entry integer primary key references entries (id) on delete cascade,
  event text,
  text text not null
) strict;

create table calls (
  entry integer primary key references entries (id) on delete cascade,
  tool_name text not null,
  tool_use_id text,
  agent_type text,
  ok integer not null,
  input text not null,
  response text not null,
  files text not null,
  duration_ms real
) strict;

-- No reference to sessions: an injection must be stored even if the session is unknown.
create table injections (
  id integer primary key,
  session_id text not null,
  event text not null,
  at integer not null,
  text text not null,
  tokens integer not null,
  sources text not null
) strict;
create index injections_by_session on injections (session_id, at);
create index injections_by_time on injections (at);

create virtual table words using fts5 (
  title, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
`;
