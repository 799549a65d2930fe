/** Writes a session's summary from its records. Runs at every Stop (a checkpoint) and at SessionEnd. */

import type { Messages } from "../../locale/messages.ts";
import { renderFacts, toFacts } from "../../memory/records/summary.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { SessionRecords } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { failuresIn } from "../failures/failures.ts";

export async function summarize(
  store: Store,
  sessionId: string,
  at: number,
  redaction: number,
  messages: Messages,
): Promise<string | undefined> {
  const records = await recordsIn(store).session(sessionId);
  if (records === undefined) return undefined;
  const lines = summaryLines(records, messages);
  if (lines.length === 0) return undefined;
  const text = lines.join("\n");
  await recordsIn(store).saveSummary({ sessionId, at, text, redaction });
  return text;
}

/** The session's summary as of now. */
export function summaryLines(records: SessionRecords, messages: Messages): string[] {
  return renderFacts(
    toFacts({ ...records, project: records.session.project }),
    failuresIn(records),
    messages,
  );
}
