/**
 * Changing bytes of the database's file beside SQLite, which is safe under three conditions. Nobody writes. Everything in the
 * log is in the file too, so that no checkpoint writes there either, and all who read see the same. Nobody writes an older
 * copy of a page from memory: a change is committed at the end of each step, after which every connection reads anew.
 *
 * With the same commit the log begins anew. Here alone, and nowhere else as long as the log stays short, so that the row in
 * `clean_pages` knows all pages that were written: see scrub.ts. It is also cut, so that what it held is gone, unless somebody wants it kept.
 */
import { Database } from "bun:sqlite";
import { fstatSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { type CleanPages, knownBy, SELECT_CLEAN } from "./clean-pages.ts";
import { type LogPages, nextSalt, readLog } from "./log-file.ts";

const PAUSE_MS = 20;
/** How often what came meanwhile is copied before others have to wait for it. */
const COPIES = 4;
/** Who waited for the lock this long gets it next: this thread may have more to write, and would be faster. */
const HELD_MS = 10;
const TURN_MS = 5;

interface AloneStep {
  /** Before anybody has to wait, as often as it is tried. `log`: what of it is in the file. */
  look?(log: LogPages): void;
  /**
   * Nobody else can write. `log`: what it holds by now. Answers up to where the pages are clean from now on, or "again" if there
   * is more to do and others should have their turn first.
   */
  run(known: CleanPages, log: LogPages): number | "again";
}

export interface RawFile {
  pageSize: number;
  /** Reads into the buffer from the start of a page, which is counted from 1; answers how many bytes there were. */
  read(buffer: Buffer, page: number): number;
  write(page: Buffer, number: number): void;
  /** What is known afterwards. Undefined if others read or write all the while. */
  alone(step: AloneStep): Promise<CleanPages | undefined>;
  /** How many pages there are. */
  count(): number;
  fd: number;
}

/**
 * Never closed: closing any handle of a file gives up all locks that this process has on it (POSIX), those of SQLite
 * too. One for each database and process.
 */
const handles = new Map<string, { fd: number; ino: number }>();

function handleOf(path: string): number {
  const { ino } = statSync(path);
  const known = handles.get(path);
  // Another file under the same name: a restored backup.
  if (known !== undefined && known.ino === ino) return known.fd;
  const fd = openSync(path, "r+");
  handles.set(path, { fd, ino });
  return fd;
}

interface Connections {
  /** Takes the lock, and commits. */
  writer: Database;
  /** Copies the log into the file, also while the writer has the lock. */
  copier: Database;
  /** While it reads, nobody can begin the log anew. */
  holder: Database;
}

interface RawFileOptions {
  /**
   * For a work that has time: nobody waits with it for the disk, or as little as possible. If others write all the while, nothing is
   * done.
   */
  isPolite?: boolean;
  /** A log of this size is not cut but written over: where the disk is told at once which blocks are free, who writes next waits for that. */
  keptLog?: number;
}

/** `patienceMs`: how long to wait for others who read, each time that they hold it up. */
export async function withRawFile<T>(
  path: string,
  patienceMs: number,
  run: (file: RawFile) => Promise<T>,
  { isPolite = false, keptLog = 0 }: RawFileOptions = {},
): Promise<T> {
  const opened: Database[] = [];
  const open = () => {
    const db = new Database(path, { readwrite: true, strict: true });
    opened.push(db);
    db.run("pragma busy_timeout = 25");
    db.run("pragma synchronous = normal");
    db.run("pragma secure_delete = on");
    db.run("pragma wal_autocheckpoint = 0");
    return db;
  };
  try {
    const connections = { writer: open(), copier: open(), holder: open() };
    connections.writer.run(`pragma journal_size_limit = ${keptLog}`);
    return await run(createRawFile(connections, path, { patienceMs, isPolite }));
  } finally {
    for (const db of opened) db.close();
  }
}

function createRawFile(
  connections: Connections,
  path: string,
  { patienceMs, isPolite }: { patienceMs: number; isPolite: boolean },
): RawFile {
  const { writer, holder } = connections;
  const fd = handleOf(path);
  const pageSize = writer.query<{ page_size: number }, []>("pragma page_size").get()?.page_size ?? 4096;
  // With auto_vacuum, pointer-map pages look like other pages, so such a file is not changed.
  const isPlain = writer.query<{ auto_vacuum: number }, []>("pragma auto_vacuum").get()?.auto_vacuum === 0;
  const tryOnce = createTry(connections, path, isPolite);

  return {
    fd,
    pageSize,
    read: (buffer, page) => readSync(fd, buffer, 0, buffer.length, (page - 1) * pageSize),
    write: (page, number) => void writeSync(fd, page, 0, pageSize, (number - 1) * pageSize),
    count: () => Math.floor(fstatSync(fd).size / pageSize),
    async alone(step) {
      let until = performance.now() + patienceMs;
      try {
        while (isPlain) {
          const result = await tryOnce(step, until);
          if (typeof result === "object") return result;
          if (result === "again") until = performance.now() + patienceMs;
          else if (performance.now() > until) return undefined;
          await Bun.sleep(PAUSE_MS);
        }
        return undefined;
      } finally {
        rollBack(holder);
      }
    },
  };
}

type Tried = CleanPages | "again" | "held up";

function createTry({ writer, copier, holder }: Connections, path: string, isPolite: boolean) {
  const checkpoint = copier.query<{ busy: number; log: number; checkpointed: number }, []>(
    "pragma wal_checkpoint(passive)",
  );
  /** Undefined if somebody else is doing it. */
  const copy = () => {
    const { busy = 1, log = 0, checkpointed = 0 } = checkpoint.get() ?? {};
    return busy === 0 ? { isAll: log === checkpointed, frames: checkpointed } : undefined;
  };
  const isCopied = () => copy()?.isAll === true;
  const read = writer.query<CleanPages, []>(SELECT_CLEAN);
  const save = writer.query<unknown, { log: number | null; era: number; doneTo: number }>(
    "update clean_pages set log = $log, era = $era, done_to = $doneTo, steps = steps + 1",
  );
  const hold = holder.query("select 1 from clean_pages");

  function holdEnd(): void {
    holder.run("begin");
    hold.get();
  }

  /** With the lock: so nobody can begin the log anew in between. */
  function holdNewEnd(): void {
    holder.run("commit");
    holdEnd();
  }

  /**
   * With the lock. More has come since the log was copied, which whoever writes all the time would achieve each time: so it is
   * copied while they wait. The lock has to be taken once more for that, by somebody who has nothing to read in the log.
   */
  function copyRest(): boolean {
    holdNewEnd();
    if (!isCopied()) return false;
    writer.run("rollback");
    return begin(writer) && isCopied();
  }

  async function beginUntil(until: number): Promise<boolean> {
    while (!begin(writer)) {
      if (performance.now() > until) return false;
      await Bun.sleep(PAUSE_MS);
    }
    return true;
  }

  /**
   * Takes the lock when as much as possible is in the file. Copying waits for the disk, 100 ms and more where that is busy, and with
   * the lock everybody would.
   */
  async function beginCopied(until: number): Promise<boolean> {
    for (let copies = 0; await beginUntil(until); copies++) {
      if (copies === COPIES || isCopied()) return true;
      holdNewEnd();
      writer.run("rollback");
      if (copy() === undefined) return false;
    }
    return false;
  }

  /** With the lock. */
  function change(step: AloneStep, looked: LogPages): CleanPages | "again" | "held up" {
    if (!isCopied() && (isPolite || !copyRest())) return "held up";
    const log = readLog(path, { known: looked });
    const before = knownBy(read.get(), log.salt);
    const doneTo = step.run(before, log);
    if (doneTo === "again") return "again";
    const after = { log: log.salt === undefined ? null : nextSalt(log.salt), era: before.era, doneTo };
    save.run(after);
    holder.run("commit");
    writer.run("commit");
    // Unless somebody reads from it: then the next try does it.
    return log.salt === undefined || readLog(path).salt === after.log ? after : "held up";
  }

  return async (step: AloneStep, until: number): Promise<Tried> => {
    let heldFrom = Number.POSITIVE_INFINITY;
    let result: Tried = "held up";
    try {
      // After "again" it still reads. All of the log is in the file then, and whoever writes next would begin it anew, so that nobody
      // knew which pages it held. One who begins to read only now could not keep him from it.
      if (!holder.inTransaction) holdEnd();
      const copied = copy();
      if (copied === undefined) return result;
      const looked = readLog(path, { most: copied.frames });
      step.look?.(looked);
      if (!(await beginCopied(until))) return result;
      heldFrom = performance.now();
      result = change(step, looked);
      return result;
    } finally {
      rollBack(writer);
      if (result !== "again") rollBack(holder);
      if (performance.now() - heldFrom >= HELD_MS) Bun.sleepSync(TURN_MS);
    }
  };
}

function rollBack(db: Database): void {
  if (db.inTransaction) db.run("rollback");
}

function begin(db: Database): boolean {
  try {
    db.run("begin immediate");
    return true;
  } catch {
    // Somebody else writes.
    return false;
  }
}
