/** Up to which record the index is complete: records are stored first and indexed when nobody waits. */
export const wordState = `
create table word_state (
  one integer primary key check (one = 1),
  indexed_to integer not null
) strict;
insert into word_state (one, indexed_to) values (1, max(
  coalesce((select max(id) from call_words_docsize), 0),
  coalesce((select max(id) from text_words_docsize), 0)));
`;
