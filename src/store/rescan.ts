/**
 * Applies the current redaction rules to stored records. Each record carries the version of the rules that it was
 * stored under. A version is a digest, so it has no order: every record of another version is read again. Works in
 * small transactions, by row number: it can stop at any moment, and the next run continues there.
 */
import { Database } from "bun:sqlite";
import { compact } from "./compact.ts";
import { mergeAll, truncateLog } from "./erase.ts";
import { isBusy } from "./errors.ts";
import {
  createWordIndex,
  SOURCE_ROWS,
  type SourceRow,
  toIndexed,
  type WordIndex,
} from "./index/word-index.ts";
import { pack, unpackRow } from "./records/rows.ts";
import { cleanOthers, type RescanRules } from "./rescan-others.ts";

interface RescanOptions {
  database: string;
  rules: RescanRules;
  /** Also read records that were stored under the current rules. */
  all?: boolean;
  /** Whether to change anything. */
  fix: boolean;
  signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

interface Rescanned {
  looked: number;
  /** Records that contained a secret. */
  found: number;
}

const AT_ONCE = 50;
const ROWS = `${SOURCE_ROWS} where e.id > $after and ($all or e.redaction <> $version) order by e.id limit ${AT_ONCE}`;
const ROW = `${SOURCE_ROWS} where e.id = $id`;

export async function rescan(options: RescanOptions): Promise<Rescanned> {
  const { rules, fix, signal } = options;
  const db = new Database(options.database, { readwrite: true, strict: true });
  const result: Rescanned = { looked: 0, found: 0 };
  try {
    db.run(`pragma busy_timeout = 5000`);
    db.run("pragma secure_delete = on");
    const all = options.all === true;
    const rows = db.query<SourceRow, { after: number; all: boolean; version: number }>(ROWS);
    const words = createWordIndex(db);
    const row = db.query<SourceRow, { id: number }>(ROW);
    const mark = db.query("update entries set redaction = $version where id = $id");
    const { version } = rules;
    // Scanning is slow and hooks wait for the writer, so only records with a finding are read again and changed inside the transaction.
    const step = db.transaction((list: SourceRow[], held: ReadonlySet<number>) => {
      for (const { id, redaction } of list) {
        const now = held.has(id) ? row.get({ id }) : null;
        if (now !== null) changeEntry(db, words, now, rules);
        else if (redaction !== version) mark.run({ id, version });
      }
    });
    // First: if it came last, an interrupted run would leave no entry that marks it as unfinished.
    const isOther = all || hasOtherVersion(db, version);
    if (isOther) result.found += await cleanOthers(db, { ...options, all, words });
    const newest = db.query<{ id: number | null }, []>("select max(id) as id from entries").get()?.id ?? 0;
    let after = -1;
    while (isOther && signal?.aborted !== true) {
      const list = rows.all({ after, all, version });
      const last = list.at(-1);
      if (last === undefined) break;
      const held = new Set(list.filter((one) => cleanEntry(one, rules).isHeld).map(({ id }) => id));
      result.found += held.size;
      if (fix) step.immediate(list, held);
      result.looked += list.length;
      after = last.id;
      options.onProgress?.(Math.min(after, newest), newest);
      await Bun.sleep(0);
    }
    // Replaced text stays in unused places until these are overwritten.
    if (fix && result.found > 0) await wipe(db, options.database);
    return result;
  } finally {
    db.close();
  }
}

/**
 * Best effort: if other processes keep reading the log, the next run does it. A row that got longer has moved and left its
 * bytes behind: only writing the file again removes them.
 */
async function wipe(db: Database, database: string): Promise<void> {
  await mergeAll(db);
  await truncateLog(db);
  await compact(database, { when: "now" }).catch((error: unknown) => {
    if (!isBusy(error)) throw error;
  });
}

/** The entry as the rules want it, and whether it contained a secret. */
function cleanEntry(stored: SourceRow, rules: RescanRules) {
  const row = { ...unpackRow(stored), packed: null };
  const isCall = row.input !== null;
  const before = isCall ? [row.input ?? "", row.response ?? "", row.files ?? "[]"] : [row.text ?? ""];
  // JSON is read by its values, also where its end was cut off.
  const after = before.map((text) => rules.text(text));
  return { row, isCall, after, isHeld: after.some((text, i) => text !== before[i]) };
}

function changeEntry(db: Database, words: WordIndex, stored: SourceRow, rules: RescanRules): void {
  const { row, isCall, after, isHeld } = cleanEntry(stored, rules);
  if (isHeld && isCall) {
    const [input = "", response = "", files = "[]"] = after;
    const columns = pack(input, response);
    db.query("update calls set input = ?, response = ?, packed = ?, files = ? where entry = ?").run(
      columns.input,
      columns.response,
      columns.packed,
      files,
      row.id,
    );
    words.put(toIndexed({ ...row, input, response, files }));
  } else if (isHeld) {
    const [text = ""] = after;
    db.query("update texts set text = ? where entry = ?").run(text, row.id);
    words.put(toIndexed({ ...row, text }));
  }
  // It was made from the old text. The next catch-up creates it again.
  if (isHeld) db.query("delete from session_digests where session = ?").run(row.session);
  db.query("update entries set redaction = ? where id = ?").run(rules.version, row.id);
}

/** A store may hold memories without any session, so all three tables are checked. */
function hasOtherVersion(db: Database, version: number): boolean {
  return ["entries", "memories", "solutions"].some(
    (table) =>
      db.query(`select 1 from ${table} where redaction <> $version limit 1`).get({ version }) !== null,
  );
}
