/**
 * What recall reads of past sessions: one digest a session, made from its records (see `memory/digest`). It goes with its
 * session, and is deleted when one of its records is forgotten or redacted again; then it is made anew.
 */
export const digests = `
alter table sessions add column branch text;
create table session_digests (
  session integer primary key references sessions (seq) on delete cascade,
  version integer not null,
  last_at integer not null,
  body text not null
) strict;
`;
