/**
 * Changing bytes of the database's file beside SQLite, which is safe under two conditions. Nobody reads a page from the
 * log: the log is empty, and nobody else can write to it. Nobody writes an older copy of a page from its memory: a change
 * is committed at the end of each step, after which every connection reads its pages anew.
 */
import { Database } from "bun:sqlite";
import { openSync, readSync, statSync, writeSync } from "node:fs";

const PAUSE_MS = 20;

export interface RawFile {
  pageSize: number;
  /** Reads into the buffer from the start of a page, which is counted from 1; answers how many bytes there were. */
  read(buffer: Buffer, page: number): number;
  write(page: Buffer, number: number): void;
  /** Runs it while the log is empty and nobody else can write. False if others read all the while. */
  alone(run: () => void): Promise<boolean>;
  /** Copies the log into the file and cuts it to nothing. False if somebody reads from it all the while. */
  emptyLog(): Promise<boolean>;
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

/** `patienceMs`: how long to wait for others who read, each time that they hold it up. */
export async function withRawFile<T>(
  path: string,
  patienceMs: number,
  run: (file: RawFile) => Promise<T>,
): Promise<T> {
  const db = new Database(path, { readwrite: true, strict: true });
  try {
    db.run("pragma busy_timeout = 25");
    db.run("pragma synchronous = normal");
    db.run("pragma secure_delete = on");
    return await run(createRawFile(db, path, patienceMs));
  } finally {
    db.close();
  }
}

function createRawFile(db: Database, path: string, patienceMs: number): RawFile {
  const fd = handleOf(path);
  const pageSize = db.query<{ page_size: number }, []>("pragma page_size").get()?.page_size ?? 4096;
  // A file that somebody set so has pages that look like others: nothing is changed in it.
  const isPlain = db.query<{ auto_vacuum: number }, []>("pragma auto_vacuum").get()?.auto_vacuum === 0;
  let until = performance.now() + patienceMs;
  const logSize = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;

  async function emptyLog(): Promise<boolean> {
    if (!isPlain) return false;
    // Most of the log without its lock: emptying it holds up all writers for as long as there is something to copy.
    db.run("pragma wal_checkpoint(passive)");
    for (;;) {
      const result = db.query<{ busy: number }, []>("pragma wal_checkpoint(truncate)").get();
      if (result?.busy === 0 && logSize() === 0) return true;
      if (performance.now() > until) return false;
      await Bun.sleep(PAUSE_MS);
    }
  }

  async function alone(run: () => void): Promise<boolean> {
    while (await emptyLog()) {
      if (!begin(db)) {
        if (performance.now() > until) return false;
        await Bun.sleep(PAUSE_MS);
        continue;
      }
      try {
        if (logSize() > 0) continue;
        run();
        // A row that comes and goes: the page is written, so that others notice.
        db.run("insert or replace into forgetting (selector, at) values ('', 0)");
        db.run("delete from forgetting where selector = ''");
        db.run("commit");
        until = performance.now() + patienceMs;
        return true;
      } finally {
        if (db.inTransaction) db.run("rollback");
      }
    }
    return false;
  }

  return {
    fd,
    pageSize,
    read: (buffer, page) => readSync(fd, buffer, 0, buffer.length, (page - 1) * pageSize),
    write: (page, number) => void writeSync(fd, page, 0, pageSize, (number - 1) * pageSize),
    alone,
    emptyLog,
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
