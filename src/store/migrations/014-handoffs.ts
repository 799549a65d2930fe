/** Handing over through the team, and records of a shared folder that stay private. */
export const handoffs = `
create table team_handoffs (
  project text not null,
  id text not null,
  -- \`out\`: handed over by this member; \`in\`: for them.
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

create table team_private (
  folder text not null,
  kind text not null check (kind in ('memory', 'solution', 'derived')),
  key text not null,
  primary key (folder, kind, key)
) strict, without rowid;
`;
