/** A progress bar by the number of sessions, on a terminal only. */
import { words } from "../words.ts";

const WIDTH = 24;
const CLEAR = "\r\u001b[2K";

export function openCount(wanted: boolean) {
  const stream = process.stderr;
  const shown = wanted && stream.isTTY === true;
  return {
    show(done: number, all: number): void {
      const full = Math.round((done / Math.max(1, all)) * WIDTH);
      const bar = "█".repeat(full) + "─".repeat(WIDTH - full);
      if (shown) stream.write(`${CLEAR}[${bar}] ${done}/${all} ${words.replay.sessions}`);
    },
    close(): void {
      if (shown) stream.write(CLEAR);
    },
  };
}
