import type { ImportProgress } from "../../clients/transcripts/import.ts";
import type { CliMessages } from "../../locale/cli/index.ts";
import { openLine, toBar } from "../progress.ts";
import { words } from "../words.ts";

export function openProgress(isWanted: boolean) {
  const { show, close } = openLine(isWanted);
  const startedAt = Date.now();
  return {
    show: (progress: ImportProgress): void => show(toImportBar(progress, Date.now() - startedAt)),
    indexed: (done: number, total: number): void =>
      show(`${toBar(done, total)} ${words.import.indexing(done, total)}`),
    close,
  };
}

/** `[████████────────] 31/120 files · 45.2 MB/s · 3 s left` */
export function toImportBar(progress: ImportProgress, elapsedMs: number, say = words.import): string {
  const { files, filesDone, bytes, bytesDone } = progress;
  const perSecond = elapsedMs === 0 ? 0 : (bytesDone / elapsedMs) * 1000;
  const left = perSecond === 0 ? "" : ` · ${timeLeft((bytes - bytesDone) / perSecond, say)}`;
  const bar = bytes === 0 ? toBar(1, 1) : toBar(bytesDone, bytes);
  return `${bar} ${say.progress(filesDone, files, (perSecond / 1e6).toFixed(1))}${left}`;
}

function timeLeft(seconds: number, say: CliMessages["import"]): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 120 ? say.secondsLeft(whole) : say.minutesLeft(Math.ceil(whole / 60));
}
