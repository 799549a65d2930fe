/** Resident memory of processes. */

export interface Process {
  pid: number;
  bytes: number;
  args: string;
}

export function residentBytes(pid: number): number {
  const kilobytes = Number(
    Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)])
      .stdout.toString()
      .trim(),
  );
  return kilobytes > 0 ? kilobytes * 1024 : Number.NaN;
}

/** Processes with this folder in their command line. Only for a folder with a unique name. */
export function processesNaming(folder: string): Process[] {
  const table = Bun.spawnSync(["ps", "-A", "-ww", "-o", "pid=,rss=,args="]).stdout.toString();
  return table.split("\n").flatMap((line) => {
    const [, pid, rss, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (args === undefined || !args.includes(folder) || Number(pid) === process.pid) return [];
    return [{ pid: Number(pid), bytes: Number(rss) * 1024, args }];
  });
}
