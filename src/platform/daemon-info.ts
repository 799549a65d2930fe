/** The running daemon's entry in `<home>/daemon.json`. A killed daemon leaves it behind. */
export interface DaemonInfo {
  pid: number;
  port: number;
  version: string;
  startedAt: number;
  /** Absent while it runs. */
  state?: "starting" | "stopping";
  /** When this state began. */
  since?: number;
}

/** The keeper's address of the daemon: its own socket, or a second loopback port on systems without such sockets. */
export type DaemonAddress = { unix: string } | { port: number };

export function parseDaemonInfo(text: string): DaemonInfo | undefined {
  try {
    const info = JSON.parse(text) as DaemonInfo;
    return Number.isInteger(info.port) && Number.isInteger(info.pid) ? info : undefined;
  } catch {
    // Written atomically, so it is never partial. An invalid file counts as none.
    return undefined;
  }
}
