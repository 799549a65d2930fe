-- The tables of version 0.3: one file, because no version was released before it. A database of 0.1 or 0.2 is set
-- aside and what people wrote is taken over: see old-database.ts. Migrations are numbered from the first release on.

-- `entries` contains the common columns of all records and stays narrow, so that filtering thousands of search matches
-- reads few pages; long texts are in separate tables. The index stores words only, not the text again.
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
  title_at integer,
  branch text,
  -- Which coding agent it ran in.
  client text not null default 'claude-code'
) strict;
create index sessions_by_time on sessions (last_event_at);
create index sessions_by_project on sessions (project, last_event_at);
create index sessions_by_client on sessions (client, last_event_at);

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
  duration_ms real,
  -- Input and output together, compressed; then those two columns are empty.
  packed blob
) strict;
-- Failures are rare: finding them must not read the output of every call.
create index calls_failed on calls (entry) where ok = 0;

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

-- How far each transcript has been read. `real`: file systems report fractional times, and inodes beyond 2^53.
create table transcript_offsets (
  path text primary key,
  size integer not null,
  mtime_ms real not null,
  dev real not null,
  ino real not null,
  offset integer not null,
  state text not null
) strict, without rowid;

-- `project` is the project's root, or empty for memories that apply everywhere, so the same URI in two projects is two
-- memories. `session_id` repeats a part of the provenance, so that it is found when the session is forgotten.
-- `author`, `author_name`, `place`: who said it, under which name (a client or a teammate), and the way in.
create table memories (
  id integer primary key autoincrement,
  uri text not null,
  project text not null,
  content text not null,
  priority integer not null check (priority between 0 and 10),
  disclosure text,
  status text not null check (status in ('proposed', 'active', 'deprecated', 'archived', 'deleted')),
  origin text not null check (origin in ('user', 'derived', 'model')),
  author text not null
    check (author in ('user', 'model', 'import', 'repository', 'team')),
  author_name text,
  place text check (place in ('command', 'page', 'api', 'prompt', 'mcp', 'client-file', 'commit', 'summary',
    'transcript', 'pull')),
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
create index memories_by_time on memories (updated_at);

create table memory_versions (
  memory integer not null references memories (id) on delete cascade,
  version integer not null,
  content text not null,
  priority integer not null,
  disclosure text,
  status text not null,
  at integer not null,
  author text not null
    check (author in ('user', 'model', 'import', 'repository', 'team')),
  author_name text,
  place text check (place in ('command', 'page', 'api', 'prompt', 'mcp', 'client-file', 'commit', 'summary',
    'transcript', 'pull')),
  -- The program that wrote it: terminal, page, pawl, claude, client, or a teammate's name.
  changed_by text not null,
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
  author text not null
    check (author in ('user', 'model', 'import', 'repository', 'team')),
  author_name text,
  place text check (place in ('command', 'page', 'api', 'prompt', 'mcp', 'client-file', 'commit', 'summary',
    'transcript', 'pull')),
  provenance text,
  session_id text,
  redaction integer not null,
  successes integer not null default 0,
  failures integer not null default 0,
  created_at integer not null,
  last_seen_at integer not null
) strict;
create index solutions_by_fingerprint on solutions (fingerprint, project);
create index solutions_by_project on solutions (project, kind);
create index solutions_by_time on solutions (last_seen_at);
create index solutions_by_session on solutions (session_id) where session_id is not null;

-- Counted outcomes: an outcome of a solution or a command counts once, however often it is reported.
create table counted (
  key text not null,
  subject text not null,
  session_id text not null,
  at integer not null,
  primary key (key, subject)
) strict, without rowid;
create index counted_by_session on counted (session_id);
create index counted_by_subject on counted (subject);

create table permissions (
  id integer primary key,
  key text not null unique,
  project text not null,
  session_id text not null,
  at integer not null,
  tool_name text not null,
  subject text not null,
  author text not null
    check (author in ('user', 'model', 'import', 'repository', 'team')),
  author_name text,
  place text check (place in ('command', 'page', 'api', 'prompt', 'mcp', 'client-file', 'commit', 'summary',
    'transcript', 'pull')),
  decision text not null check (decision in ('allow', 'deny'))
) strict;
create index permissions_by_project on permissions (project, tool_name, subject, at);
create index permissions_by_time on permissions (at);
create index permissions_by_session on permissions (session_id);

-- What a later read of the transcript must not add again: a session up to a time, one record, everything before a time.
create table forgotten (
  kind text not null check (kind in ('session', 'entry', 'before')),
  key text not null,
  at integer not null,
  primary key (kind, key)
) strict, without rowid;

-- What is being deleted: the next process finishes what a killed one began.
create table forgetting (
  selector text primary key,
  at integer not null,
  -- How much it was: the process that finishes says so.
  counts text not null default '{}'
) strict, without rowid;

-- The full-text tables, one for each kind of record: see word-index.ts. They keep no text, and a row is deleted by its
-- number: its words leave the file at the next merge. In `memory_stems` even rowids
-- are memories, odd ones solutions.
create virtual table call_stems using fts5 (
  title, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

create virtual table text_stems using fts5 (
  title, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

create virtual table memory_stems using fts5 (
  title, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

-- Up to which record the index is complete: records are stored first and indexed afterwards.
create table word_state (
  one integer primary key check (one = 1),
  indexed_to integer not null
) strict;
insert into word_state (one, indexed_to) values (1, 0);

-- What recall reads of past sessions: one digest per session, made from its records (see `memory/digest`). It is deleted
-- with its session, or when one of its records is forgotten or redacted again; then it is made again.
create table session_digests (
  session integer primary key references sessions (seq) on delete cascade,
  version integer not null,
  last_at integer not null,
  body text not null
) strict;

-- How many digests were ever deleted. By this number a daemon, which caches them, notices that another process forgot something.
create table digests_deleted (only integer primary key check (only = 1), n integer not null) strict;
insert into digests_deleted (only, n) values (1, 0);
create trigger digest_deleted after delete on session_digests begin
  update digests_deleted set n = n + 1;
end;

-- Sharing with a team. Triggers mark what changes in a shared folder, in the same transaction: no change can be missed,
-- and no code in a hook's path knows of teams. Without a shared folder a trigger ends at its first condition.
create table team_folders (
  folder text primary key,
  -- What the project is called on every machine; see platform/same-project.
  project text not null
) strict, without rowid;

-- What changed since it was last looked at. A new mark has a new number: one that comes in between is not lost.
create table team_dirty (
  n integer primary key autoincrement,
  kind text not null check (kind in ('memory', 'solution', 'digests', 'gone-memory', 'gone-solution')),
  folder text not null,
  key text not null,
  unique (kind, folder, key) on conflict replace
) strict;

-- The versions of a record that no other known version replaces, ours and those of others.
create table team_heads (
  project text not null,
  id text not null,
  rev text not null,
  kind text not null,
  -- Empty: this member.
  author text not null,
  at integer not null,
  seen text not null,
  hash text not null,
  state text not null check (state in ('shared', 'waiting')),
  body text,
  primary key (project, id, rev)
) strict, without rowid;
create index team_heads_by_kind on team_heads (project, kind, at);

-- Which local record shows which shared one, with what both looked like then. `rev`: empty for the record itself,
-- else another version that stands beside it.
create table team_links (
  folder text not null,
  kind text not null check (kind in ('memory', 'solution', 'derived')),
  key text not null,
  project text not null,
  id text not null,
  rev text not null default '',
  applied text not null,
  seen text not null,
  primary key (folder, kind, key)
) strict, without rowid;
create index team_links_by_record on team_links (project, id);

create table team_outbox (
  n integer primary key autoincrement,
  project text not null,
  id text not null,
  rev text not null,
  op text not null check (op in ('put', 'forget')),
  at integer not null,
  unique (project, id, rev, op)
) strict;

create table team_cursors (
  project text primary key,
  -- What was read of it.
  seq integer not null,
  -- The newest state of it that was seen on the server: its number and its mark.
  top integer not null default 0,
  mark text
) strict, without rowid;

-- `gone`: forgotten by the team. `hidden`: forgotten here only. `pending`: not written to the records yet.
-- `refused`: the server does not take this member's version.
create table team_marks (
  project text not null,
  id text not null,
  mark text not null check (mark in ('covered', 'gone', 'hidden', 'pending', 'refused')),
  primary key (mark, project, id)
) strict, without rowid;

create trigger memories_team_new after insert on memories when exists (select 1 from team_folders where folder = new.project) begin
  insert into team_dirty (kind, folder, key) values ('memory', new.project, new.uri);
end;
create trigger memories_team_changed after update of content, priority, disclosure, status on memories
when exists (select 1 from team_folders where folder = new.project) and (old.content is not new.content or old.priority is not new.priority
  or old.disclosure is not new.disclosure or old.status is not new.status) begin
  insert into team_dirty (kind, folder, key) values ('memory', new.project, new.uri);
end;
create trigger memories_team_gone after delete on memories
when exists (select 1 from team_links where folder = old.project and kind = 'memory' and key = old.uri) begin
  
  insert into team_dirty (kind, folder, key) values ('gone-memory', old.project, old.uri);
  update team_heads set body = null
  where (project, id) in (select project, id from team_links where folder = old.project and kind = 'memory' and key = old.uri);
end;
create trigger solutions_team_new after insert on solutions
when new.kind = 'by-hand' and exists (select 1 from team_folders where folder = new.project) begin
  insert into team_dirty (kind, folder, key) values ('solution', new.project, new.id);
end;
create trigger solutions_team_gone after delete on solutions
when exists (select 1 from team_links where folder = old.project and kind = 'solution' and key = cast(old.id as text)) begin
  
  insert into team_dirty (kind, folder, key) values ('gone-solution', old.project, cast(old.id as text));
  update team_heads set body = null
  where (project, id) in (select project, id from team_links where folder = old.project and kind = 'solution' and key = cast(old.id as text));
end;
create trigger digests_team_new after insert on session_digests
when exists (select 1 from team_folders f join sessions s on s.project = f.folder where s.seq = new.session) begin
  insert into team_dirty (kind, folder, key) values ('digests', (select project from sessions where seq = new.session), '');
end;
create trigger digests_team_changed after update of body on session_digests
when exists (select 1 from team_folders f join sessions s on s.project = f.folder where s.seq = new.session) begin
  insert into team_dirty (kind, folder, key) values ('digests', (select project from sessions where seq = new.session), '');
end;
create trigger sessions_team_gone after delete on sessions when exists (select 1 from team_folders where folder = old.project) begin
  insert into team_dirty (kind, folder, key) values ('digests', old.project, '');
end;

create table team_handoffs (
  project text not null,
  id text not null,
  -- `out`: handed over by this member; `in`: for them.
  way text not null check (way in ('out', 'in')),
  -- The other member; empty: every member of the project.
  name text not null,
  -- The session that it tells of, where that is one of this machine.
  session text not null,
  at integer not null,
  -- out: leaving, sent, refused, withdrawn. in: waiting, taken, dropped (forgotten here).
  state text not null check (state in ('leaving', 'sent', 'refused', 'withdrawn', 'waiting', 'taken', 'dropped')),
  -- Whether the server has to be told of the state.
  untold integer not null default 0,
  -- JSON: who took it, and when.
  taken text not null default '[]',
  -- Only while it is needed: until it is sent, or taken.
  body text,
  primary key (project, id)
) strict, without rowid;

-- Who reads a project, as this machine last knew.
create table team_readers (
  project text primary key,
  mark text not null,
  names text not null
) strict, without rowid;

-- Members whose records are not shown here.
create table team_muted (
  name text primary key collate nocase
) strict, without rowid;

create table team_private (
  folder text not null,
  kind text not null check (kind in ('memory', 'solution', 'derived')),
  key text not null,
  primary key (folder, kind, key)
) strict, without rowid;
