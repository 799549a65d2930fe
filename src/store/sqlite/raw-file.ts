/**
 * Changing bytes of the database's file beside SQLite, which is safe under three conditions. Nobody writes. Everything in the
 * log is in the file too, so that no checkpoint writes there either, and all who read see the same. Nobody writes an older
 * copy of a page from memory: a change is committed at the end of each step, after which every connection reads anew.
 *
 * With the same commit the log begins anew and is cut, so that what it held is gone. Here alone, and nowhere else as long as
 * the log stays short, so that the row in `clean_pages` knows all pages that were written: see scrub.ts.
 */
import { Database } from "bun:sqlite";
import { fstatSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { type CleanPages, knownBy, SELECT_CLEAN } from "./clean-pages.ts";
import { type LogPages, nextSalt, readLog } from "./log-file.ts";

const PAUSE_MS = 20;

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

/** `patienceMs`: how long to wait for others who read, each time that they hold it up. */
export async function withRawFile<T>(
  path: string,
  patienceMs: number,
  run: (file: RawFile) => Promise<T>,
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
    connections.writer.run("pragma journal_size_limit = 0");
    return await run(createRawFile(connections, path, patienceMs));
  } finally {
    for (const db of opened) db.close();
  }
}

function createRawFile(connections: Connections, path: string, patienceMs: number): RawFile {
  const { writer } = connections;
  const fd = handleOf(path);
  const pageSize = writer.query<{ page_size: number }, []>("pragma page_size").get()?.page_size ?? 4096;
  // With auto_vacuum, pointer-map pages look like other pages, so such a file is not changed.
  const isPlain = writer.query<{ auto_vacuum: number }, []>("pragma auto_vacuum").get()?.auto_vacuum === 0;
  const tryOnce = createTry(connections, path);

  return {
    fd,
    pageSize,
    read: (buffer, page) => readSync(fd, buffer, 0, buffer.length, (page - 1) * pageSize),
    write: (page, number) => void writeSync(fd, page, 0, pageSize, (number - 1) * pageSize),
    count: () => Math.floor(fstatSync(fd).size / pageSize),
    async alone(step) {
      let until = performance.now() + patienceMs;
      while (isPlain) {
        const result = await tryOnce(step, until);
        if (typeof result === "object") return result;
        if (result === "again") until = performance.now() + patienceMs;
        else if (performance.now() > until) return undefined;
        await Bun.sleep(PAUSE_MS);
      }
      return undefined;
    },
  };
}

type Tried = CleanPages | "again" | "held up";

function createTry({ writer, copier, holder }: Connections, path: string) {
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

  /**
   * With the lock. More has come since the log was copied, which whoever writes all the time would achieve each time: so it is
   * copied while they wait. The lock has to be taken once more for that, by somebody who has nothing to read in the log.
   */
  function copyRest(): boolean {
    holder.run("commit");
    holdEnd();
    if (!isCopied()) return false;
    writer.run("rollback");
    return begin(writer) && isCopied();
  }

  /** With the lock. */
  function change(step: AloneStep, looked: LogPages): CleanPages | "again" | "held up" {
    if (!isCopied() && !copyRest()) return "held up";
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
    try {
      holdEnd();
      const copied = copy();
      if (copied === undefined) return "held up";
      const looked = readLog(path, { most: copied.frames });
      step.look?.(looked);
      while (!begin(writer)) {
        if (performance.now() > until) return "held up";
        await Bun.sleep(PAUSE_MS);
      }
      return change(step, looked);
    } finally {
      for (const db of [writer, holder]) if (db.inTransaction) db.run("rollback");
    }
  };
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
