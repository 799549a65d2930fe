import type { Database } from "bun:sqlite";
import { INJECTION, type InjectionRow, toInjection } from "../../store/records/rows.ts";
import { allOf, type Named, toLimit, toTime } from "../../store/values.ts";
import { contains, cursorOf, parseCursor, toPage } from "./cursor.ts";
import type { InjectedTokens, LedgerFilter, LedgerLine, Page } from "./types.ts";

type LedgerRow = InjectionRow & { row: number; project: string; title: string };

const LINES = `select i.id as row, ${INJECTION}, coalesce(s.project, '') as project, coalesce(s.title, '') as title
  from injections i left join sessions s on s.id = i.session_id`;

/** Newest first. */
export function readLines(db: Database, where: string, values: Named): LedgerRow[] {
  return db
    .query<LedgerRow, Named>(`${LINES} where ${where} order by i.at desc, i.id desc limit $limit`)
    .all(values);
}

export function toLine({ row, ...injection }: LedgerRow): LedgerLine {
  return { id: `injection-${row}`, ...toInjection(injection) };
}

export function createLedger(db: Database) {
  return {
    ledger({ sessionId, project, text, cursor, limit: given }: LedgerFilter): Page<LedgerLine> {
      const limit = toLimit(given);
      const { where, values } = allOf(
        ["i.session_id = $sessionId", { sessionId }],
        ["s.project = $project", { project }],
        ["i.text like $text escape '\\'", { text: contains(text) }],
        ["(i.at, i.id) < ($at, $row)", parseCursor(cursor)],
      );
      const rows = readLines(db, where, { ...values, limit: limit + 1 });
      return toPage(rows, limit, ({ at, row }) => cursorOf(at, row), toLine);
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
