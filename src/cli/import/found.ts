/** One example from the imported sessions: an error that was solved. */

import { subjectOf } from "../../memory/records/summary.ts";
import { formatTime } from "../../platform/clock.ts";
import type { Observation } from "../../store/records/records.ts";
import type { SessionRecords, Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import { programName } from "../program-name.ts";
import { words } from "../words.ts";

const LOOKED_AT = 40;
/** Shorter errors mean nothing to a reader. */
const LEAST_ERROR = 20;

export async function oneThingFound(store: Store): Promise<string | undefined> {
  for (const overview of await store.sessions({ withContent: true, limit: LOOKED_AT })) {
    const records = await store.session(overview.id);
    if (records === undefined) continue;
    const solved = solvedIn(records);
    if (solved === undefined) continue;
    const when = formatTime(overview.lastEventAt).slice(0, 10);
    const show = `${programName()} session ${overview.id.slice(0, 8)}`;
    return words.import.found(quote(solved.response, 120), when, overview.project, show);
  }
  return undefined;
}

/** An example needs no lesson: any error counts after which the same command or edit worked. */
function solvedIn({ observations, session }: SessionRecords): Observation | undefined {
  const subject = (call: Observation) => subjectOf(call, session.project);
  return observations.find(
    (failed) =>
      !failed.ok &&
      failed.response.trim().length >= LEAST_ERROR &&
      observations.some((later) => later.ok && later.at > failed.at && subject(later) === subject(failed)),
  );
}
