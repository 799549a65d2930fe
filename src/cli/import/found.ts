/** One example from the imported sessions: an error that was solved. */

import { failuresIn } from "../../history/failures/failures.ts";
import { formatTime } from "../../platform/clock.ts";
import type { Store } from "../../store/store.ts";
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
    const solved = failuresIn(records).find(
      ({ isFixed, error }) => isFixed && error.trim().length >= LEAST_ERROR,
    );
    if (solved === undefined) continue;
    const when = formatTime(overview.lastEventAt).slice(0, 10);
    const show = `${programName()} session ${overview.id.slice(0, 8)}`;
    return words.import.found(quote(solved.error, 120), when, overview.project, show);
  }
  return undefined;
}
