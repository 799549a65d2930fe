/**
 * The full-text tables. Tool calls are many and noisy, prompts and responses are few and distinctive, memories are
 * fewer still: each has its own table, so that none drowns out the others. A record's project and kind are also
 * indexed as words, with a character that no text contains, so that a filter costs the same as a word.
 */
import type { Database } from "bun:sqlite";
import { notificationText } from "../../memory/records/notification.ts";
import { toIndexText } from "../../memory/text/index-text.ts";
import { type Document, toCallDocument, toTextDocument } from "../documents.ts";
import { toFiles } from "./rows.ts";
import type { Named } from "./values.ts";

export const WORD_TABLES = ["call_words", "text_words", "memory_words"] as const;
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
  document: Document;
}

/** As it is written. */
export interface IndexRow {
  table: WordTable;
  rowid: number;
  title: string;
  body: string;
}

export function createWordIndex(db: Database) {
  const statements = new Map<string, ReturnType<typeof db.query<unknown, Named>>>();
  const statement = (text: string) => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    const made = db.query<unknown, Named>(text);
    statements.set(text, made);
    return made;
  };
  /** Cached, because a session's records share one project and its digest costs more than a word. */
  let lastProject: [string, string] = ["", projectWord("")];
  const wordOf = (project: string) => {
    if (lastProject[0] !== project) lastProject = [project, projectWord(project)];
    return lastProject[1];
  };

  const toRow = (entry: Indexed): IndexRow => {
    const { title, text } = entry.document;
    const scope = `${wordOf(entry.project)} ${kindWord(entry.kind)}`;
    const { table, rowid } = entry;
    return { table, rowid, title: `${toIndexText(title)} ${scope}`, body: toIndexText(text) };
  };
  const write =
    (verb: string) =>
    ({ table, ...values }: IndexRow) =>
      void statement(`${verb} into ${table} (rowid, title, body) values ($rowid, $title, $body)`).run(values);
  const add = write("insert");
  const replace = write("insert or replace");

  return {
    /** Splits a text into its words: most of the work, and it needs no lock. */
    toRow,
    addRow: add,
    add: (entry: Indexed) => add(toRow(entry)),
    replace: (entry: Indexed) => replace(toRow(entry)),
    remove: (table: WordTable, rowid: number) =>
      void statement(`delete from ${table} where rowid = $rowid`).run({ rowid }),
  };
}

export type WordIndex = ReturnType<typeof createWordIndex>;

export interface SourceRow {
  id: number;
  kind: string;
  project: string;
  event: string | null;
  text: string | null;
  tool_name: string | null;
  input: string | null;
  response: string | null;
  files: string | null;
}

export const SOURCE_ROWS = `
  select e.id, e.kind, s.project, t.event, t.text, c.tool_name, c.input, c.response, c.files
  from entries e join sessions s on s.seq = e.session
  left join texts t on t.entry = e.id left join calls c on c.entry = e.id`;

/** An entry as the index needs it. Of events, only notifications have words. */
export function toIndexed({ id: rowid, kind, project, ...row }: SourceRow): Indexed | undefined {
  if (kind === "event") {
    const said = notificationText({ event: row.event ?? "", body: row.text ?? "" });
    if (said === undefined) return undefined;
    return { table: "text_words", rowid, kind: "notification", project, document: toTextDocument(said) };
  }
  if (row.tool_name === null) {
    return { table: "text_words", rowid, kind, project, document: toTextDocument(row.text ?? "") };
  }
  const call = {
    toolName: row.tool_name,
    input: row.input ?? "",
    response: row.response ?? "",
    files: toFiles(row.files ?? "[]"),
  };
  return { table: "call_words", rowid, kind, project, document: toCallDocument(call) };
}
