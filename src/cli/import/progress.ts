/** A progress bar, on a terminal only. */

import type { ImportProgress } from "../../clients/transcripts/import.ts";
import type { CliMessages } from "../../locale/cli/index.ts";
import { words } from "../words.ts";

const WIDTH = 24;
const CLEAR = "\r\u001b[2K";

export function openProgress(wanted: boolean) {
  const stream = process.stderr;
  const shown = wanted && stream.isTTY === true;
  const startedAt = Date.now();
  return {
    show(progress: ImportProgress): void {
      if (shown) stream.write(`${CLEAR}${toBar(progress, Date.now() - startedAt)}`);
    },
    indexed(done: number, total: number): void {
      if (shown) stream.write(`${CLEAR}[${toBlocks(done / total)}] ${words.import.indexing(done, total)}`);
    },
    close(): void {
      if (shown) stream.write(CLEAR);
    },
  };
}

/** `[████████────────] 31/120 files · 45.2 MB/s · 3 s left` */
export function toBar(progress: ImportProgress, elapsedMs: number, say = words.import): string {
  const { files, filesDone, bytes, bytesDone } = progress;
  const part = bytes === 0 ? 1 : Math.min(1, bytesDone / bytes);
  const perSecond = elapsedMs === 0 ? 0 : (bytesDone / elapsedMs) * 1000;
  const left = perSecond === 0 ? "" : ` · ${timeLeft((bytes - bytesDone) / perSecond, say)}`;
  return `[${toBlocks(part)}] ${say.progress(filesDone, files, (perSecond / 1e6).toFixed(1))}${left}`;
}

function toBlocks(part: number): string {
  const full = Math.round(Math.min(1, Math.max(0, part)) * WIDTH);
  return "█".repeat(full) + "─".repeat(WIDTH - full);
}

function timeLeft(seconds: number, say: CliMessages["import"]): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 120 ? say.secondsLeft(whole) : say.minutesLeft(Math.ceil(whole / 60));
}
