import type { Database } from "bun:sqlite";
import type { InjectionSource } from "../../store/records/records.ts";
import { type Named, toLimit, toText, toTime } from "../../store/values.ts";
import { parseCursor, toCursor, toLike } from "./cursor.ts";
import type { InjectedTokens, LedgerFilter, LedgerLine, Page } from "./types.ts";

export interface LedgerRow {
  id: number;
  session_id: string;
  project: string | null;
  title: string | null;
  event: string;
  at: number;
  text: string;
  tokens: number;
  sources: string;
}

export function createLedger(db: Database) {
  return {
    ledger(filter: LedgerFilter): Page<LedgerLine> {
      const where: string[] = [];
      const limit = toLimit(filter.limit);
      const values: Named = { limit: limit + 1 };
      if (filter.sessionId !== undefined) {
        where.push("i.session_id = $session");
        values.session = toText(filter.sessionId);
      }
      if (filter.project !== undefined) {
        where.push("s.project = $project");
        values.project = toText(filter.project);
      }
      if (filter.text !== undefined && filter.text.trim() !== "") {
        where.push("i.text like $text escape '\\'");
        values.text = `%${toLike(toText(filter.text.trim()))}%`;
      }
      if (filter.cursor !== undefined) {
        const { at, row } = parseCursor(filter.cursor);
        where.push("(i.at, i.id) < ($at, $row)");
        values.at = at;
        values.row = row;
      }
      const rows = db
        .query<LedgerRow, Named>(
          `select i.*, s.project, s.title from injections i left join sessions s on s.id = i.session_id
           ${where.length === 0 ? "" : `where ${where.join(" and ")}`}
           order by i.at desc, i.id desc limit $limit`,
        )
        .all(values);
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return {
        items: rows.slice(0, limit).map(toLine),
        ...(last === undefined ? {} : { next: toCursor({ at: last.at, row: last.id }) }),
      };
    },

    injectedTokens(since: number): InjectedTokens[] {
      return db
        .query<InjectedTokens, Named>(
          "select session_id as sessionId, at, tokens from injections where at >= $since order by at, id",
        )
        .all({ since: toTime(since) });
    },
  };
}

export function toLine(row: LedgerRow): LedgerLine {
  return {
    id: `injection-${row.id}`,
    sessionId: row.session_id,
    project: row.project ?? "",
    title: row.title ?? "",
    event: row.event,
    at: row.at,
    text: row.text,
    tokens: row.tokens,
    sources: JSON.parse(row.sources) as InjectionSource[],
  };
}
