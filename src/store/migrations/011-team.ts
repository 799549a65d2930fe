/**
 * Sharing with a team. What changes in a shared folder is marked by triggers in the same transaction: nothing can be
 * missed, and no code on a hook's way knows of teams. Without a shared folder a trigger ends at its first look.
 */
const shared = (column: string) => `exists (select 1 from team_folders where folder = ${column})`;
const mark = (kind: string, folder: string, key: string) =>
  `insert into team_dirty (kind, folder, key) values ('${kind}', ${folder}, ${key});`;
const linked = (table: "memory" | "solution", key: string) =>
  `folder = old.project and kind = '${table}' and key = ${key}`;

/** A forgotten record leaves no content behind, and is then forgotten everywhere. */
const gone = (table: "memory" | "solution", key: string) => `
  ${mark(`gone-${table}`, "old.project", key)}
  update team_heads set body = null
  where (project, id) in (select project, id from team_links where ${linked(table, key)});`;

export const team = `
create table team_folders (
  folder text primary key,
  -- What the project is called on every machine; see platform/same-project.
  project text not null,
  summaries integer not null default 0,
  client_memory integer not null default 0
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

-- Which local record shows which shared one, with what both looked like then. \`rev\`: empty for the record itself,
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
  seq integer not null
) strict, without rowid;

-- \`gone\`: forgotten by the team. \`hidden\`: forgotten here only. \`pending\`: not written to the records yet.
create table team_marks (
  project text not null,
  id text not null,
  mark text not null check (mark in ('gone', 'hidden', 'pending')),
  primary key (mark, project, id)
) strict, without rowid;

create trigger memories_team_new after insert on memories when ${shared("new.project")} begin
  ${mark("memory", "new.project", "new.uri")}
end;
create trigger memories_team_changed after update of content, priority, disclosure, status on memories
when ${shared("new.project")} and (old.content is not new.content or old.priority is not new.priority
  or old.disclosure is not new.disclosure or old.status is not new.status) begin
  ${mark("memory", "new.project", "new.uri")}
end;
create trigger memories_team_gone after delete on memories
when exists (select 1 from team_links where ${linked("memory", "old.uri")}) begin
  ${gone("memory", "old.uri")}
end;
create trigger solutions_team_new after insert on solutions
when new.kind = 'by-hand' and ${shared("new.project")} begin
  ${mark("solution", "new.project", "new.id")}
end;
create trigger solutions_team_gone after delete on solutions
when exists (select 1 from team_links where ${linked("solution", "cast(old.id as text)")}) begin
  ${gone("solution", "cast(old.id as text)")}
end;
create trigger digests_team_new after insert on session_digests
when exists (select 1 from team_folders f join sessions s on s.project = f.folder where s.seq = new.session) begin
  ${mark("digests", "(select project from sessions where seq = new.session)", "''")}
end;
create trigger digests_team_changed after update of body on session_digests
when exists (select 1 from team_folders f join sessions s on s.project = f.folder where s.seq = new.session) begin
  ${mark("digests", "(select project from sessions where seq = new.session)", "''")}
end;
create trigger sessions_team_gone after delete on sessions when ${shared("old.project")} begin
  ${mark("digests", "old.project", "''")}
end;
`;
