/** Progress on a terminal: one line of stderr that is written again. Nothing is written elsewhere. */
const WIDTH = 24;
const CLEAR = "\r\u001b[2K";

export function toBar(done: number, all: number): string {
  const full = Math.round(Math.min(1, done / Math.max(1, all)) * WIDTH);
  return `[${"█".repeat(full)}${"─".repeat(WIDTH - full)}]`;
}

export function openLine(isWanted = true) {
  const stream = process.stderr;
  const isShown = isWanted && stream.isTTY === true;
  return {
    show(text: string): void {
      if (isShown) stream.write(`${CLEAR}${text}`);
    },
    close(): void {
      if (isShown) stream.write(CLEAR);
    },
  };
}

/** A bar, followed by the text for its numbers. */
export function openBar(textOf: (done: number, all: number) => string, isWanted = true) {
  const { show, close } = openLine(isWanted);
  return {
    show: (done: number, all: number): void => show(`${toBar(done, all)} ${textOf(done, all)}`),
    close,
  };
}
