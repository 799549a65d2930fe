/**
 * The page talks to the daemon only over HTTP, so it has its own types. This file makes the type checker compare
 * them with the daemon's types. It never runs.
 */
import type { LiveEvent as SentEvent } from "../src/services/live/live.ts";
import type { FeedRow, FullRecord, LedgerLine, ListedSession, TimelineRow, Turn } from "../src/store/page.ts";
import type { LiveEvent } from "./src/state/live.ts";
import type * as Page from "./src/state/types.ts";

type Takes<Taken, Sent extends Taken> = Sent;

export type Held = [
  Takes<Page.Session, ListedSession>,
  Takes<Page.FeedRow, FeedRow>,
  Takes<Page.TimelineRow, TimelineRow>,
  Takes<Page.Turn, Turn>,
  Takes<Page.FullRecord, FullRecord>,
  Takes<Omit<Page.AlreadyInjected, "used" | "muted">, LedgerLine>,
  Takes<LiveEvent, SentEvent>,
  // And the reverse: the page waits for no event that is never sent.
  Takes<SentEvent, LiveEvent>,
];
