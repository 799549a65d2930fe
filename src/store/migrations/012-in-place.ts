/**
 * For forgetting in place, and for half the size.
 *
 * The index gets tables whose entries can be removed from the middle of a segment (`secure-delete`); those of before
 * could only mark a row as deleted. What they hold is indexed again in small steps, the newest records first, and they are
 * searched until then (see stale-index.ts), so they stay here.
 *
 * `packed` holds input and output of a call together, compressed; then the columns `input` and `response` are empty.
 *
 * Nothing reads file facts and commands any more: both are made of digests now. Dropping them here would take seconds, before
 * the first answer: they go with the old index, in small steps.
 *
 * `forgetting` names what is being deleted: a process may end in the middle of it.
 */
const index = (name: string) => `
create virtual table ${name} using fts5 (
  title, body, content = '', tokenize = 'unicode61 remove_diacritics 2'
);
insert into ${name} (${name}, rank) values ('secure-delete', 1);
`;

export const inPlace = `
alter table calls add column packed blob;
${index("call_stems")}
${index("text_stems")}
${index("memory_stems")}
update word_state set stale_to = indexed_to,
  stale_memories_to = coalesce((select max(id) from memory_words_docsize), 0);
delete from counted where subject like 'command-%';
create index counted_by_subject on counted (subject);
create index solutions_by_project on solutions (project, kind);
create index permissions_by_time on permissions (at);
create table forgetting (
  selector text primary key,
  at integer not null
) strict, without rowid;
`;
