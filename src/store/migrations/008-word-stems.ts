/**
 * The index holds the stems of words from here on. What was indexed before is indexed again in small steps, the newest
 * records first: those up to `stale_to` are still to be done, and rows of `memory_words` up to `stale_memories_to`.
 */
export const wordStems = `
alter table word_state add column stale_to integer not null default 0;
alter table word_state add column stale_memories_to integer not null default 0;
update word_state set stale_to = indexed_to,
  stale_memories_to = coalesce((select max(id) from memory_words_docsize), 0);
`;
