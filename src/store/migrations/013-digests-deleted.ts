/**
 * How many digests were ever deleted. A daemon keeps the past of a project in memory: by this number it sees that something was
 * forgotten, whichever process did it.
 */
export const digestsDeleted = `
create table digests_deleted (only integer primary key check (only = 1), n integer not null) strict;
insert into digests_deleted (only, n) values (1, 0);
create trigger digest_deleted after delete on session_digests begin
  update digests_deleted set n = n + 1;
end;
`;
