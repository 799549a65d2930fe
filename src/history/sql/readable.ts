/** Rows of a session as people read them: with the text of what was said, and what a call changed. */
import type { Database } from "bun:sqlite";
import { causeOf } from "../../memory/digest/cause.ts";
import { toOutput } from "../../memory/digest/output.ts";
import { isEdit } from "../../memory/learn/edits.ts";
import { type PackedColumns, unpack } from "../../store/records/packed.ts";
import type { Named } from "../../store/values.ts";
import { toFirstLine } from "../../text/title.ts";
import { linesOf } from "../day/lines.ts";
import { loadRows, parseRowId } from "./records.ts";
import type { ReadableRow } from "./types.ts";

/** As much of a text as a row shows before it is opened. */
const SHOWN = 6000;
/** Enough of an output to see what went wrong. */
const ERROR_HEAD = 4000;

interface TextRow {
  id: number;
  text: string;
  cut: number;
}

interface CallRow extends PackedColumns {
  id: number;
  tool: string;
  ok: number;
}

const TEXTS = `select entry as id, substr(text, 1, ${SHOWN}) as text, length(text) > ${SHOWN} as cut
  from texts where entry in (select value from json_each($ids))`;
const INJECTIONS = `select id, substr(text, 1, ${SHOWN}) as text, length(text) > ${SHOWN} as cut
  from injections where id in (select value from json_each($ids))`;
const CALLS = `select entry as id, tool_name as tool, ok, input, response, packed from calls where entry in (select value from json_each($ids))`;

export function createReadable(db: Database) {
  return {
    readableRows(wanted: readonly string[]): ReadableRow[] {
      const refs = wanted.flatMap((id) => parseRowId(id) ?? []);
      const loaded = loadRows(db, refs);
      const idsOf = (isWanted: (kind: string) => boolean) =>
        JSON.stringify(refs.filter(({ kind }) => isWanted(kind)).map(({ id }) => id));
      const texts = db.query<TextRow, Named>(TEXTS).all({ ids: idsOf((kind) => /^[per]/.test(kind)) });
      const told = db.query<TextRow, Named>(INJECTIONS).all({ ids: idsOf((kind) => kind === "injection") });
      const calls = db.query<CallRow, Named>(CALLS).all({ ids: idsOf((kind) => kind === "observation") });
      const more = {
        text: new Map(texts.map((row) => [row.id, toText(row)])),
        injection: new Map(told.map((row) => [row.id, toText(row)])),
        observation: new Map(calls.map((row) => [row.id, toCall(row)])),
      };
      return refs.flatMap(({ kind, id }): ReadableRow[] => {
        const row = loaded.get(`${kind}-${id}`);
        if (row === undefined) return [];
        const { sessionId: _session, project: _project, ...rest } = row;
        const of = kind === "injection" || kind === "observation" ? kind : "text";
        return [{ ...rest, ...more[of].get(id) }];
      });
    },
  };
}

function toText({ text, cut }: TextRow): Pick<ReadableRow, "text" | "isCut"> {
  return { text, ...(cut === 1 ? { isCut: true } : {}) };
}

function toCall({ tool, ok, ...call }: CallRow): Pick<ReadableRow, "error" | "lines"> {
  if (ok === 1 && !isEdit(tool)) return {};
  const { input, response } = unpack(call);
  if (ok === 0) {
    const { text } = toOutput({ response: response.slice(0, ERROR_HEAD) });
    const error = causeOf(text, "")?.error ?? toFirstLine(text);
    return error === "" ? {} : { error };
  }
  return { lines: linesOf({ toolName: tool, input, response: tool === "Write" ? response : "" }) };
}
