/**
 * The team's tables in PostgreSQL. Members have SELECT under row-level security and may call functions, nothing else. The
 * functions set the author (`session_user`), the number and the time of every write, so that no client can choose them.
 * Contents are in `body` only, and in no index.
 */
import { functions } from "./functions.ts";
import { handoffFunctions, handoffPolicies, handoffTables } from "./handoff-functions.ts";
import { pushFunctions } from "./push-functions.ts";
import { teamFunctions } from "./team-functions.ts";

const tables = `
create table pawl.meta (
  one integer primary key default 1 check (one = 1),
  version integer not null,
  -- The oldest schema version that a client must know to work with this one.
  min_client integer not null,
  team text not null,
  encrypted boolean not null,
  -- Whose records wait for a second person: nobody's, everybody's, or those of members of the first two weeks.
  review text not null default 'off' check (review in ('off', 'on', 'new')),
  key_version integer not null default 0,
  -- Somebody left by themselves: a maintainer's machine passes a new key and drops their role.
  has_left boolean not null default false,
  created_at timestamptz not null default now()
);

create table pawl.member (
  id integer generated always as identity primary key,
  role text not null unique,
  name text not null,
  rank text not null check (rank in ('reader', 'writer', 'maintainer')),
  every_project boolean not null,
  projects integer[] not null default '{}',
  -- Whose account this is: the first account of that person. Null: this is the first.
  person integer references pawl.member (id),
  -- Keys and what is sealed are base64.
  public_key text,
  -- Made with the team's key: shows that somebody who had it vouches for the public key.
  key_proof text,
  -- The team's keys, sealed with the secret of the join string; gone after joining.
  invitation text,
  invited_by integer,
  invited_until timestamptz,
  joined_at timestamptz,
  removed_at timestamptz
);
create unique index member_by_name on pawl.member (lower(name)) where removed_at is null;

create table pawl.project (
  id integer generated always as identity primary key,
  key text not null unique,
  -- The last number given. A later writer of the project waits here for the earlier one's commit: no number that is
  -- read can be followed by a smaller one.
  seq bigint not null default 0,
  created_by integer not null references pawl.member (id)
);

-- A project's history, one row for each change: a machine sees by it whether what it read last was ever here. After the
-- restore of a backup it was not, even where the numbers have grown beyond it again.
create table pawl.step (
  project integer not null references pawl.project (id) on delete cascade,
  seq bigint not null,
  mark uuid not null default gen_random_uuid(),
  primary key (project, seq)
);

-- Projects that members asked for and a maintainer has to open to them.
create table pawl.wish (
  member integer not null references pawl.member (id) on delete cascade,
  key text not null,
  -- The project's name, written as contents are; base64.
  label text not null,
  at timestamptz not null default now(),
  primary key (member, key)
);

-- Repeats the role's name, so that a policy needs one index and no join.
create table pawl.membership (
  project integer not null references pawl.project (id) on delete cascade,
  member integer not null references pawl.member (id) on delete cascade,
  role text not null,
  rank text not null check (rank in ('reader', 'writer', 'maintainer')),
  primary key (project, member)
);

-- The versions of a record that no other version replaces: usually one, two when people changed it at the same time.
-- A forgotten record is one row without content and without a version's name; a withdrawn version keeps its name.
create table pawl.record (
  project integer not null references pawl.project (id) on delete cascade,
  id text not null,
  rev text not null,
  seq bigint not null,
  author integer not null references pawl.member (id),
  at timestamptz not null,
  seen jsonb not null,
  state text not null check (state in ('waiting', 'shared', 'forgotten')),
  approved_by integer references pawl.member (id),
  key_version integer not null default 0,
  body bytea,
  primary key (project, id, rev),
  check ((state = 'forgotten') = (body is null))
);
create unique index record_by_seq on pawl.record (project, seq);

create table pawl.team_key (
  version integer not null,
  member integer not null references pawl.member (id) on delete cascade,
  sealed text not null,
  primary key (version, member)
);

-- Who did what, never with contents.
create table pawl.log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  member integer not null,
  action text not null,
  project integer,
  record text,
  detail text
);
create index log_by_project on pawl.log (project, id);

-- Policies and functions read this index alone. \`session_user\` is a name, which compares by bytes: in the database's own
-- order the index would not be used, and every statement would read all memberships.
create index membership_of_role on pawl.membership (role collate "C", project);
-- Few records wait: without it, asking for them would read every record of every project.
create index record_waiting on pawl.record (project, seq) where state = 'waiting';
`;

/** \`session_user\`: \`set role\` does not change it, nor does a function that runs as its owner. */
const MINE = "any (array(select m.project from pawl.membership m where m.role = session_user))";

const policies = `
do $$ declare name text; begin
  for name in select tablename from pg_catalog.pg_tables where schemaname = 'pawl' loop
    execute format('alter table pawl.%I enable row level security', name);
  end loop;
end $$;

create policy own on pawl.membership for select using (role = session_user);
create policy own on pawl.project for select using (id = ${MINE});
create policy own on pawl.record for select using (project = ${MINE});
`;

/** Every function is closed to everybody; \`pawl.let_in\` opens the public ones to a member. */
const closed = `
revoke all on schema pawl from public;
revoke all on all tables in schema pawl from public;
revoke all on all functions in schema pawl from public;
`;

/** Runs in one transaction. The role that runs it owns the schema. */
export const createSchema = [
  "create schema pawl;",
  tables,
  handoffTables,
  policies,
  handoffPolicies,
  functions,
  pushFunctions,
  handoffFunctions,
  teamFunctions,
  closed,
].join("\n");
