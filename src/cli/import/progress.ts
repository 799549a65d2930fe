/** A progress bar, on a terminal only. */
import type { CliMessages } from "../../locale/cli/messages.ts";
import type { ImportProgress } from "../../transcripts/import.ts";
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
    close(): void {
      if (shown) stream.write(CLEAR);
    },
  };
}

/** `[████████────────] 31/120 files · 45.2 MB/s · 3 s left` */
export function toBar(progress: ImportProgress, elapsedMs: number, say = words.import): string {
  const { files, filesDone, bytes, bytesDone } = progress;
  const part = bytes === 0 ? 1 : Math.min(1, bytesDone / bytes);
  const full = Math.round(part * WIDTH);
  const bar = "█".repeat(full) + "─".repeat(WIDTH - full);
  const perSecond = elapsedMs === 0 ? 0 : (bytesDone / elapsedMs) * 1000;
  const left = perSecond === 0 ? "" : ` · ${timeLeft((bytes - bytesDone) / perSecond, say)}`;
  return `[${bar}] ${say.progress(filesDone, files, (perSecond / 1e6).toFixed(1))}${left}`;
}

function timeLeft(seconds: number, say: CliMessages["import"]): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 120 ? say.secondsLeft(whole) : say.minutesLeft(Math.ceil(whole / 60));
}
