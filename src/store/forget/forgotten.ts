/** Forgotten data stays forgotten, even if a transcript or a spooled event contains it again. */
import { Database } from "bun:sqlite";
import type { RecordBatch } from "../records/records.ts";
import { type Named, toText, toTime } from "../values.ts";
import { forgottenKey } from "./forget.ts";

export function createForgotten(db: Database) {
  const any = db.query<{ found: number }, []>("select 1 as found from forgotten limit 1");
  const until = db.query<{ at: number | null }, Named>(`
    select max(at) as at from (
      select at from forgotten where kind = 'session' and key = $id
      union all select at - 1 from forgotten where kind = 'before')`);
  const entry = db.query<{ found: number }, Named>(
    "select 1 as found from forgotten where kind = 'entry' and key = $key",
  );

  /** Until when this session is forgotten. */
  function untilOf(sessionId: string): number | undefined {
    if (any.get() === null) return undefined;
    return until.get({ id: toText(sessionId) })?.at ?? undefined;
  }

  return {
    /** Whether anything was ever forgotten. Most people never forget anything. */
    any,
    isForgotten: (sessionId: string, at: number): boolean =>
      toTime(at) <= (untilOf(sessionId) ?? Number.NEGATIVE_INFINITY),

    /** The batch without forgotten records; undefined if nothing is left. */
    withoutForgotten(batch: RecordBatch): RecordBatch | undefined {
      const limit = untilOf(batch.session.id) ?? Number.NEGATIVE_INFINITY;
      let left = 0;
      const keep = <T extends { key: string; at: number }>(kind: string, list: T[] | undefined): T[] => {
        const kept = (list ?? []).filter(
          ({ key, at }) => toTime(at) > limit && entry.get({ key: forgottenKey(kind, toText(key)) }) === null,
        );
        left += kept.length;
        return kept;
      };
      const rest = {
        session: batch.session,
        prompts: keep("prompt", batch.prompts),
        observations: keep("observation", batch.observations),
        responses: keep("response", batch.responses),
        events: keep("event", batch.events),
      };
      return left === 0 && toTime(batch.session.at) <= limit ? undefined : rest;
    },
  };
}

/** How many of these tool calls should be stored, and how many are. What was forgotten on purpose is not missing. */
export function countKnownCalls(path: string, batches: readonly RecordBatch[]) {
  using db = new Database(path, { readonly: true });
  const { withoutForgotten } = createForgotten(db);
  const keys = batches.flatMap((batch) =>
    (withoutForgotten(batch)?.observations ?? []).map(({ key }) => key),
  );
  const find = db.query<{ id: number }, [string]>(
    "select id from entries where kind = 'observation' and key = ?",
  );
  return { all: keys.length, known: keys.filter((key) => find.get(key) !== null).length };
}
