/** A progress bar, on a terminal only. */
import type { ImportProgress } from "../transcripts/import.ts";

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

/** The same for a number of things of which nobody knows the size. */
export function openCount(wanted: boolean, things: string) {
  const stream = process.stderr;
  const shown = wanted && stream.isTTY === true;
  return {
    show(done: number, all: number): void {
      const full = Math.round((done / Math.max(1, all)) * WIDTH);
      const bar = "█".repeat(full) + "─".repeat(WIDTH - full);
      if (shown) stream.write(`${CLEAR}[${bar}] ${done}/${all} ${things}`);
    },
    close(): void {
      if (shown) stream.write(CLEAR);
    },
  };
}

/** `[████████────────] 31/120 files · 45.2 MB/s · 3 s left` */
export function toBar(progress: ImportProgress, elapsedMs: number): string {
  const { files, filesDone, bytes, bytesDone } = progress;
  const part = bytes === 0 ? 1 : Math.min(1, bytesDone / bytes);
  const full = Math.round(part * WIDTH);
  const bar = "█".repeat(full) + "─".repeat(WIDTH - full);
  const perSecond = elapsedMs === 0 ? 0 : (bytesDone / elapsedMs) * 1000;
  const left = perSecond === 0 ? "" : ` · ${toDuration((bytes - bytesDone) / perSecond)} left`;
  return `[${bar}] ${filesDone}/${files} files · ${(perSecond / 1e6).toFixed(1)} MB/s${left}`;
}

function toDuration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 120 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}
