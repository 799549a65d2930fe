/** How far a long step is: a bar on a terminal, a line now and then elsewhere. */

const WIDTH = 24;
const CLEAR = "\r\u001b[2K";
const LINE_EVERY_MS = 30_000;

export function openBar(what: string, all: number) {
  const stream = process.stderr;
  const startedAt = performance.now();
  let shownAt = 0;
  return {
    show(done: number): void {
      const now = performance.now();
      if (now - shownAt < (stream.isTTY === true ? 100 : LINE_EVERY_MS)) return;
      shownAt = now;
      const part = Math.min(1, done / all);
      const full = Math.round(part * WIDTH);
      const left =
        part === 0 ? "" : ` · ${Math.ceil(((now - startedAt) / part) * (1 - part) * 0.001)} s left`;
      const text = `[${"█".repeat(full)}${"─".repeat(WIDTH - full)}] ${what}: ${done} of ${all}${left}`;
      stream.write(stream.isTTY === true ? `${CLEAR}${text}` : `${text}\n`);
    },
    close(): void {
      if (stream.isTTY === true) stream.write(CLEAR);
    },
  };
}
