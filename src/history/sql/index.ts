/** What page and terminal show. */
import { queries } from "../../store/store.ts";
import { createActivity } from "./activity.ts";
import { createFindInSession } from "./find-in-session.ts";
import { createLedger } from "./ledger.ts";
import { createRecords } from "./records.ts";
import { createSessionPage } from "./sessions.ts";
import { createTimeline } from "./timeline.ts";

export const historyIn = queries(({ db }) => ({
  ...createSessionPage(db),
  ...createTimeline(db),
  ...createRecords(db),
  ...createFindInSession(db),
  ...createLedger(db),
  ...createActivity(db),
}));
