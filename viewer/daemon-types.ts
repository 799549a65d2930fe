/**
 * The page knows the daemon by HTTP only, so it has types of its own. Here the type check holds the two together: what
 * the daemon sends is what the page takes. Nothing of this runs.
 */
import type { LiveEvent as SentEvent } from "../src/services/live/live.ts";
import type { FeedRow, FullRecord, LedgerLine, ListedSession, TimelineRow, Turn } from "../src/store/page.ts";
import type { LiveEvent } from "./src/state/live.ts";
import type * as Page from "./src/state/types.ts";

type Takes<Taken, Sent extends Taken> = Sent;

type Held = [
  Takes<Page.Session, ListedSession>,
  Takes<Page.FeedRow, FeedRow>,
  Takes<Page.TimelineRow, TimelineRow>,
  Takes<Page.Turn, Turn>,
  Takes<Page.FullRecord, FullRecord>,
  Takes<Omit<Page.AlreadyInjected, "used" | "muted">, LedgerLine>,
  Takes<LiveEvent, SentEvent>,
  // The other way, too: the page waits for no event that is never sent.
  Takes<SentEvent, LiveEvent>,
];
