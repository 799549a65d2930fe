/**
 * What is known of the unused parts of the file's pages: in those before `done_to` they are zero, but for pages that the log
 * `log` (its first salt) or the one directly before it holds. `era` is counted up when that had to be given up. `steps` changes
 * each time, because SQLite does not write a row that stays the same. See scrub.ts.
 */
export const cleanPages = `
create table clean_pages (
  only integer primary key check (only = 1),
  log integer,
  era integer not null,
  done_to integer not null,
  steps integer not null
) strict;
insert into clean_pages (only, log, era, done_to, steps) values (1, null, 0, 0, 0);
`;
