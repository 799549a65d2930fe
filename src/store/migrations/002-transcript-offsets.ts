/** How far each transcript has been read. `real`: file systems report fractional times, and inodes beyond 2^53. */
export const transcriptOffsets = `
create table transcript_offsets (
  path text primary key,
  size integer not null,
  mtime_ms real not null,
  dev real not null,
  ino real not null,
  offset integer not null,
  state text not null
) strict, without rowid;
`;
