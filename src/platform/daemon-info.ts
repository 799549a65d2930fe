/** What a running daemon says of itself in `<home>/daemon.json`. A killed one leaves it behind. */
export interface DaemonInfo {
  pid: number;
  port: number;
  version: string;
  startedAt: number;
}

/** Where the keeper reaches the daemon: its own socket, or a second loopback port where there are no such sockets. */
export type DaemonAddress = { unix: string } | { port: number };

export function parseDaemonInfo(text: string): DaemonInfo | undefined {
  try {
    const info = JSON.parse(text) as DaemonInfo;
    return Number.isInteger(info.port) && Number.isInteger(info.pid) ? info : undefined;
  } catch {
    // Half a file cannot be: it is written whole. A foreign one counts as none.
    return undefined;
  }
}

/**
 * Of what Linux says in `/proc/<pid>/stat`: whether the process has ended. In a container whose first process does not
 * look after orphans, an ended one keeps its number for ever.
 */
export function isZombieStat(stat: string): boolean {
  return stat.startsWith("Z", stat.lastIndexOf(")") + 2);
}
