/** What a running daemon says of itself in `<home>/daemon.json`. A killed one leaves it behind. */
export interface DaemonInfo {
  pid: number;
  port: number;
  version: string;
  startedAt: number;
}

export function parseDaemonInfo(text: string): DaemonInfo | undefined {
  try {
    const info = JSON.parse(text) as DaemonInfo;
    return Number.isInteger(info.port) && Number.isInteger(info.pid) ? info : undefined;
  } catch {
    // Half a file cannot be: it is written whole. A foreign one counts as none.
    return undefined;
  }
}
