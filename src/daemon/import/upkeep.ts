/**
 * The daemon's work while idle. It imports transcripts before Claude Code deletes them (after `cleanupPeriodDays`, 30 by
 * default), and redacts records again that were stored under older rules.
 */
import type { Settings } from "../../hooks/config/schema.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { makePrivateDir, readIfThere, writeWhole } from "../../platform/files.ts";
import type { Log } from "../../platform/log.ts";
import type { Home } from "../../platform/paths.ts";
import type { Store } from "../../store/store.ts";
import type { BackgroundWork } from "../work/work.ts";

interface UpkeepDeps {
  home: Home;
  store: Store;
  work: Pick<BackgroundWork, "importAll" | "redactOlder" | "retain" | "compact" | "findDamage">;
  /** Interrupts long work between two records. */
  stop(): void;
  now: Clock;
  log: Log;
  retention: Settings["retention"];
  /** The database file is damaged. */
  onDamage(): void;
}

export type Upkeep = ReturnType<typeof createUpkeep>;

const EVERY_MS = 86_400_000;
const LOOK_MS = 3_600_000;

export function createUpkeep(deps: UpkeepDeps) {
  const { home, store, work, now, log } = deps;
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();
  let lookedAt = 0;
  let checkedAt = 0;
  const oneAtATime = (task: () => Promise<void>): Promise<void> => {
    const next = running.then(() => (isClosed ? undefined : task()));
    running = next.catch(() => undefined);
    return next;
  };

  async function importAll(): Promise<void> {
    const { aborted, failed, files, prompts, observations, seconds } = await work.importAll();
    for (const { path, error } of failed) log.warn("a transcript could not be imported", { path, error });
    if (files > 0) log.info("imported transcripts", { files, prompts, observations, seconds });
    if (!aborted) saveImportMark(home, { at: now() });
  }

  return {
    /** Once a day; `force` when the store has been lost. */
    import: (force = false): Promise<void> =>
      oneAtATime(async () => {
        const mark = readImportMark(home);
        const isDue = mark === undefined || (mark.declined !== true && Math.abs(now() - mark.at) >= EVERY_MS);
        if (force || isDue) await importAll();
      }),
    redactOlder: (): Promise<void> =>
      oneAtATime(async () => {
        const { looked, found } = await work.redactOlder();
        if (looked > 0) log.info("read older records again with newer redaction rules", { looked, found });
      }),
    /** Gives back the space of deleted records. */
    compact: (): Promise<void> => oneAtATime(work.compact),
    /** Looks for damage in every page of the database, once a day. */
    check: (): Promise<void> =>
      oneAtATime(async () => {
        if (Math.abs(now() - checkedAt) < EVERY_MS) return;
        const damage = await work.findDamage();
        checkedAt = now();
        if (damage === undefined) return;
        log.error("the daily check found damage in the database", { damage });
        deps.onDamage();
      }),
    /** Once an hour, expires memories that have not been used for long, and deletes what the setting `retention` names. */
    expire: (): Promise<void> =>
      oneAtATime(async () => {
        // Once an hour is enough: what ends here ends after days, and the thread that does it costs 14 MB while it runs.
        if (Math.abs(now() - lookedAt) < LOOK_MS) return;
        const ended = await memoriesIn(store).expireMemories({ now: now() });
        lookedAt = now();
        for (const { uri, status, reason } of ended) log.info("a memory has ended", { uri, status, reason });
        if (await work.retain(deps.retention, now())) log.info("deleted what the setting retention names");
      }),
    /** Stops what is under way, between two records, and waits for it. */
    async close(): Promise<void> {
      isClosed = true;
      deps.stop();
      await running;
    },
  };
}

// When transcripts were last imported, and whether the user wants them to be.

interface ImportMark {
  at: number;
  /** The user declined: the import then runs only by hand. */
  declined?: true;
}

export function readImportMark(home: Home): ImportMark | undefined {
  try {
    const mark = JSON.parse(readIfThere(home.imported) ?? "null") as ImportMark | null;
    return typeof mark?.at === "number" ? mark : undefined;
  } catch {
    // Not written by us: the import is done once more, which changes nothing.
    return undefined;
  }
}

export function saveImportMark(home: Home, mark: ImportMark): void {
  makePrivateDir(home.dir);
  writeWhole(home.imported, `${JSON.stringify(mark)}\n`);
}
