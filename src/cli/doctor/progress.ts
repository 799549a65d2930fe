/** How far a long check is, on a terminal only. */
import { toBar } from "../bar.ts";

const CLEAR = "\r\u001b[2K";

export function openBar(what: string) {
  const stream = process.stderr;
  const isShown = stream.isTTY === true;
  return {
    show(done: number, all: number): void {
      if (isShown) stream.write(`${CLEAR}${toBar(done, all)} ${what}`);
    },
    close(): void {
      if (isShown) stream.write(CLEAR);
    },
  };
}
