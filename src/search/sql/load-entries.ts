/** Prompts, responses, calls and notifications as search scores them. */
import type { Database } from "bun:sqlite";
import { type Document, toCallDocument, toTextDocument } from "../../store/index/documents.ts";
import { notificationText } from "../../store/records/notification.ts";
import { unpackRow } from "../../store/records/packed.ts";
import { toFiles } from "../../store/records/rows.ts";
import type { Named } from "../../store/values.ts";
import type { SearchType } from "../types.ts";

export interface FoundRecord {
  id: string;
  type: SearchType;
  project: string;
  sessionId: string;
  client?: string;
  uri?: string;
  at: number;
  document: Document;
  /** The query's words that the index found in it. */
  words: readonly number[];
  files: string[];
  helped: number;
  failed: number;
  priority?: number;
}

interface EntryRow {
  id: number;
  kind: Exclude<SearchType, "notification" | "memory" | "solution"> | "event";
  at: number;
  session_id: string;
  client: string;
  project: string;
  event: string | null;
  text: string | null;
  tool_name: string | null;
  input: string | null;
  response: string | null;
  packed: Uint8Array | null;
  files: string | null;
}

/** The query's words that the index found in a row. */
export type WordsOf = (rowid: number) => readonly number[];

export function loadEntries(db: Database, ids: string, of: WordsOf): FoundRecord[] {
  return db
    .query<EntryRow, Named>(
      `select e.id, e.kind, e.at, s.id as session_id, s.client, s.project, t.event, t.text,
         c.tool_name, c.input, c.response, c.packed, c.files
       from json_each($ids) wanted join entries e on e.id = wanted.value join sessions s on s.seq = e.session
       left join texts t on t.entry = e.id left join calls c on c.entry = e.id`,
    )
    .all({ ids })
    .map((row) => {
      const files = row.files === null ? [] : toFiles(row.files);
      return {
        id: `${row.kind}-${row.id}`,
        type: row.kind === "event" ? "notification" : row.kind,
        project: row.project,
        sessionId: row.session_id,
        client: row.client,
        at: row.at,
        document: toDocument(row, files),
        words: of(row.id),
        files,
        helped: 0,
        failed: 0,
      };
    });
}

function toDocument(row: EntryRow, files: string[]): Document {
  if (row.kind === "event") {
    return toTextDocument(notificationText({ event: row.event ?? "", body: row.text ?? "" }) ?? "");
  }
  if (row.tool_name === null) return toTextDocument(row.text ?? "");
  const { input, response } = unpackRow(row);
  return toCallDocument({ toolName: row.tool_name, input: input ?? "", response: response ?? "", files });
}
