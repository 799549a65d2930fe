/**
 * The full-text tables. Tool calls are many and noisy, prompts and responses are few and distinctive, memories are
 * fewer still: each has its own table, so that none drowns out the others. A record's project and kind are also
 * indexed as words, with a character that no text contains, so that a filter costs the same as a word.
 *
 * The tables keep no text. A removed entry is only marked; its words leave the file when the index is merged: see erase.ts.
 */
import type { Database } from "bun:sqlite";
import { toIndexText } from "../../text/index-text.ts";
import { toInputText } from "../../text/input-text.ts";
import { planHeading, toCut, toFirstLine, toObservationTitle } from "../../text/title.ts";
import { notificationText } from "../records/notification.ts";
import type { Observation } from "../records/records.ts";
import { toFiles, unpackRow } from "../records/rows.ts";
import type { Named } from "../values.ts";

export const WORD_TABLES = ["call_stems", "text_stems", "memory_stems"] as const;
export type WordTable = (typeof WORD_TABLES)[number];

const SIGN = "\ue000";
export const kindWord = (kind: string) => `${SIGN}k${kind}`;
export const projectWord = (project: string) =>
  `${SIGN}p${new Bun.CryptoHasher("sha256").update(project.toWellFormed()).digest("hex").slice(0, 16)}`;

interface Indexed {
  table: WordTable;
  rowid: number;
  kind: string;
  project: string;
  /** Absent for memories and solutions, whose time changes without their words. */
  at?: number;
  document: Document;
}

export function createWordIndex(db: Database) {
  const statement = (text: string) => db.query<unknown, Named>(text);
  /** Splits the text into words, which takes most of the time and needs no lock of the database. */
  const toRow = (entry: Indexed) => {
    const { title, text } = entry.document;
    const dates = entry.at === undefined ? "" : ` ${dateWords(entry.at)}`;
    const scope = `${projectWord(entry.project)} ${kindWord(entry.kind)}${dates}`;
    return { rowid: entry.rowid, title: `${toIndexText(title)} ${scope}`, body: toIndexText(text) };
  };

  return {
    toRow,
    /** In the place of what was indexed under its number before. */
    put(entry: Indexed | undefined, row = entry && toRow(entry)): void {
      if (entry === undefined || row === undefined) return;
      statement(
        `insert or replace into ${entry.table} (rowid, title, body) values ($rowid, $title, $body)`,
      ).run(row);
    },
    remove: (table: WordTable, rowid: number): void =>
      void statement(`delete from ${table} where rowid = $rowid`).run({ rowid }),
  };
}

export type WordIndex = ReturnType<typeof createWordIndex>;

/** An entry with its session, and its text or its call. */
export interface SourceRow {
  id: number;
  at: number;
  kind: string;
  session: number;
  redaction: number;
  session_id: string;
  client: string;
  project: string;
  event: string | null;
  text: string | null;
  tool_name: string | null;
  ok: number | null;
  input: string | null;
  response: string | null;
  packed: Uint8Array | null;
  files: string | null;
}

export const SOURCE_ROWS = `
  select e.id, e.at, e.kind, e.session, e.redaction, s.id as session_id, s.client, s.project, t.event, t.text,
    c.tool_name, c.ok, c.input, c.response, c.packed, c.files
  from entries e join sessions s on s.seq = e.session
  left join texts t on t.entry = e.id left join calls c on c.entry = e.id`;

/** An entry as the index needs it. Among events, only notifications have words. */
export function toIndexed({ id: rowid, at, kind, project, ...row }: SourceRow): Indexed | undefined {
  if (kind === "event") {
    const said = notificationText({ event: row.event ?? "", body: row.text ?? "" });
    if (said === undefined) return undefined;
    return { table: "text_stems", rowid, at, kind: "notification", project, document: toTextDocument(said) };
  }
  if (row.tool_name === null) {
    return { table: "text_stems", rowid, at, kind, project, document: toTextDocument(row.text ?? "") };
  }
  const { input, response } = unpackRow(row);
  const call = {
    toolName: row.tool_name,
    input: input ?? "",
    response: response ?? "",
    files: toFiles(row.files ?? "[]"),
  };
  return { table: "call_stems", rowid, at, kind, project, document: toCallDocument(call) };
}

// When a record was made, as words: its day, and its block of 32 days. "Since" is then a filter that costs the same as a word,
// instead of a lookup in another table for every match of a common word.

const DAY_MS = 86_400_000;
const BLOCK = 32;
/** About ten years. A filter that lets nearly everything through needs no help. */
const MOST_BLOCKS = 120;

const dayOf = (at: number) => Math.floor(at / DAY_MS);
const blockOf = (day: number) => Math.floor(day / BLOCK);
const dayWord = (day: number) => `${SIGN}d${day}`;
const blockWord = (block: number) => `${SIGN}b${block}`;

const dateWords = (at: number): string => `${dayWord(dayOf(at))} ${blockWord(blockOf(dayOf(at)))}`;

/**
 * Matches every record from the day of `since` to the day of `newest`; the first day is matched as a whole. Undefined if
 * that would take too many words.
 */
export function sinceMatch(since: number, newest: number): string | undefined {
  const first = dayOf(since);
  const last = Math.max(first, dayOf(newest));
  if (blockOf(last) - blockOf(first) > MOST_BLOCKS) return undefined;
  const words: string[] = [];
  for (let day = first; blockOf(day) === blockOf(first) && day <= last; day++) words.push(dayWord(day));
  for (let block = blockOf(first) + 1; block <= blockOf(last); block++) words.push(blockWord(block));
  return `(${words.map((word) => `"${word}"`).join(" OR ")})`;
}

// Which text of a record is indexed.

/** Characters; the rest of a long text is stored but not indexed. */
const TEXT_LIMIT = 20_000;
const INPUT_LIMIT = 4_000;
const ANSWER_LIMIT = 4_000;
/** A file's content can be read from the file; its beginning is enough to find the call. */
const COPY_LIMIT = 1_500;
/** The output of an edit repeats its input and the whole file; an error is short. */
const ECHO_LIMIT = 300;

const ANSWER_LIMITS: ReadonlyMap<string, number> = new Map([
  ...["Edit", "MultiEdit", "Write", "NotebookEdit", "TodoWrite"].map((tool) => [tool, ECHO_LIMIT] as const),
  ...["Read", "NotebookRead", "Grep", "Glob", "LS"].map((tool) => [tool, COPY_LIMIT] as const),
]);

export interface Document {
  title: string;
  text: string;
}

/** For a prompt, response or summary. */
export function toTextDocument(text: string): Document {
  return { title: toFirstLine(planHeading(text) ?? text), text: toCut(text, TEXT_LIMIT) };
}

export function toCallDocument(
  call: Pick<Observation, "toolName" | "input" | "response" | "files">,
): Document {
  const input = toCut(toInputText(call.input), INPUT_LIMIT);
  const files = call.files.filter((file) => !input.includes(file));
  const answer = toCut(call.response, ANSWER_LIMITS.get(call.toolName) ?? ANSWER_LIMIT);
  return {
    title: toObservationTitle(call),
    text: [input, answer, ...files].filter((part) => part !== "").join("\n"),
  };
}

/** A memory's URI names its topic; its disclosure says when it is relevant. */
export function toMemoryDocument(memory: {
  uri: string;
  content: string;
  disclosure: string | null;
}): Document {
  const parts = [memory.content, memory.disclosure ?? "", memory.uri];
  return { title: toFirstLine(memory.content), text: parts.filter((part) => part !== "").join("\n") };
}

export function toSolutionDocument(solution: {
  errorSample: string;
  text: string;
  steps: readonly string[];
}): Document {
  const { errorSample, text, steps } = solution;
  return {
    title: toFirstLine(text),
    text: toCut([errorSample, text, ...steps.filter((step) => !step.startsWith("{"))].join("\n"), TEXT_LIMIT),
  };
}
