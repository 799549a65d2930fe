/**
 * The full-text tables. Tool calls are many and noisy, prompts and responses are few and distinctive, memories are
 * fewer still: each has its own table, so that none drowns out the others. A record's project and kind are also
 * indexed as words, with a character that no text contains, so that a filter costs the same as a word.
 *
 * The tables keep no text. A removed entry is only marked; its words leave the file when the index is merged: see erase.ts.
 */
import type { Database } from "bun:sqlite";
import { toIndexText } from "../../text/index-text.ts";
import { notificationText } from "../records/notification.ts";
import { toFiles, unpackRow } from "../records/rows.ts";
import type { Named } from "../values.ts";
import { dateWords } from "./date-words.ts";
import { type Document, toCallDocument, toTextDocument } from "./documents.ts";

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
