/** How far a long check is, on a terminal only. */

const WIDTH = 24;
const CLEAR = "\r\u001b[2K";

export function openBar(what: string) {
  const stream = process.stderr;
  const isShown = stream.isTTY === true;
  return {
    show(done: number, all: number): void {
      const full = Math.round((done / Math.max(1, all)) * WIDTH);
      const bar = "█".repeat(full) + "─".repeat(WIDTH - full);
      if (isShown) stream.write(`${CLEAR}[${bar}] ${what}`);
    },
    close(): void {
      if (isShown) stream.write(CLEAR);
    },
  };
}
