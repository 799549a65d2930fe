/** Resident memory of processes, by their ids. */

export function residentBytes(pid: number): number {
  const kilobytes = Number(
    Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)])
      .stdout.toString()
      .trim(),
  );
  return kilobytes > 0 ? kilobytes * 1024 : Number.NaN;
}
