/** Messages that the user gets once, at the start of the next session: a saved notice, and a full disk. */
import { rmSync, statfsSync } from "node:fs";
import type { Messages } from "../locale/messages.ts";
import type { Services } from "../pipeline/services.ts";
import { makePrivateDir, readIfThere, writeWhole } from "../platform/files.ts";
import type { Home } from "../platform/paths.ts";
import type { ReaderNews } from "../team/readers.ts";

/** Less is a full disk: SQLite needs some room for its log. */
const MIN_FREE_BYTES = 2_000_000;

/** Status, doctor, page and the notice at a session's start all ask here. */
export function isDiskFull(dir: string): boolean {
  return freeBytes(dir) < MIN_FREE_BYTES;
}

export function freeBytes(dir: string): number {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize;
  } catch {
    // The home is gone, or the system cannot say.
    return Number.POSITIVE_INFINITY;
  }
}

export function createNotices(home: Home): Services["notices"] {
  let lostEvents = 0;
  return {
    diskWasFull: () => void lostEvents++,
    take({ notices }: Messages) {
      const left = takeNotice(home);
      const isFull = isDiskFull(home.dir);
      const lost =
        lostEvents === 0 ? undefined : notices[isFull ? "diskFullLost" : "diskWasFull"](lostEvents);
      lostEvents = 0;
      const said = [left, lost ?? (isFull ? notices.diskFull : undefined)].filter((one) => one !== undefined);
      return said.length === 0 ? undefined : said.join(" ");
    },
  };
}

/** New readers of a shared project, and former ones. */
export function readerLines(news: readonly ReaderNews[], { notices }: Messages): string {
  return news
    .flatMap(({ project, added, gone }) => [
      ...(added.length === 0 ? [] : [notices.readersAdded(added.join(", "), project)]),
      ...(gone.length === 0 ? [] : [notices.readersGone(gone.join(", "), project)]),
    ])
    .join(" ");
}

/** Appended to a notice that was not shown yet. */
export function leaveNotice(home: Home, text: string): void {
  makePrivateDir(home.dir);
  const said = [takeNotice(home), text].filter((one) => one !== undefined && one !== "").join(" ");
  writeWhole(home.notice, `${JSON.stringify({ text: said })}\n`);
}

/** Returns the notice, if any, and deletes it. */
function takeNotice(home: Home): string | undefined {
  const text = readIfThere(home.notice);
  if (text === undefined) return undefined;
  rmSync(home.notice, { force: true });
  try {
    const { text: notice } = JSON.parse(text) as { text?: unknown };
    return typeof notice === "string" ? notice : undefined;
  } catch {
    return undefined;
  }
}
