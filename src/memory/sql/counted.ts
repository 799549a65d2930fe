/** The occurrences counted so far, so that none counts twice. */
import type { Database } from "bun:sqlite";
import { type Named, toText, toTime } from "../../store/values.ts";
import type { Occurrence } from "../records/knowledge.ts";

export function createCounted(db: Database) {
  const add = db.query<unknown, Named>(`
    insert into counted (key, subject, session_id, at) values ($key, $subject, $sessionId, $at)
    on conflict do nothing`);
  const drop = db.query<unknown, Named>("delete from counted where subject = $subject");
  return {
    /** True the first time. */
    isNew: (subject: string, { key, sessionId, at }: Occurrence): boolean =>
      add.run({ key: toText(key), subject, sessionId: toText(sessionId), at: toTime(at) }).changes > 0,
    drop(subject: string): void {
      drop.run({ subject });
    },
  };
}

export type Counted = ReturnType<typeof createCounted>;
