/** Rows of a session as people read them: with the text of what was said, and what a call changed. */
import type { Database } from "bun:sqlite";
import { linesOf } from "../../../memory/day/lines.ts";
import { causeOf } from "../../../memory/digest/cause.ts";
import { toOutput } from "../../../memory/digest/output.ts";
import { isEdit } from "../../../memory/learn/edits.ts";
import { toFirstLine } from "../../../memory/text/title.ts";
import type { ReadableRow } from "../../page.ts";
import type { Named } from "../values.ts";
import { loadRows, parseRowId } from "./records.ts";

/** As much of a text as a row shows before it is opened. */
const SHOWN = 6000;
/** Enough of an output to see what went wrong. */
const ERROR_HEAD = 4000;

interface TextRow {
  id: number;
  text: string;
  cut: number;
}

interface CallRow {
  id: number;
  tool: string;
  ok: number;
  input: string;
  response: string;
}

const TEXTS = `select entry as id, substr(text, 1, ${SHOWN}) as text, length(text) > ${SHOWN} as cut
  from texts where entry in (select value from json_each($ids))`;
const INJECTIONS = `select id, substr(text, 1, ${SHOWN}) as text, length(text) > ${SHOWN} as cut
  from injections where id in (select value from json_each($ids))`;
/** The input only of what may change a file: the others are long, and the title has their gist. */
const CALLS = `select entry as id, tool_name as tool, ok,
    case when tool_name in ('Write', 'Edit', 'MultiEdit', 'NotebookEdit') then input else '' end as input,
    case when ok = 0 then substr(response, 1, ${ERROR_HEAD}) when tool_name = 'Write' then response else '' end
      as response
  from calls where entry in (select value from json_each($ids))`;

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

function toCall({ tool, ok, input, response }: CallRow): Pick<ReadableRow, "error" | "lines"> {
  if (ok === 0) {
    const { text } = toOutput({ response });
    const error = causeOf(text, "")?.error ?? toFirstLine(text);
    return error === "" ? {} : { error };
  }
  return isEdit(tool) ? { lines: linesOf({ toolName: tool, input, response }) } : {};
}
