/** What the browser lists: recent sessions, or what a search found. */

import { searchSessions } from "../../search/group-hits.ts";
import type { SessionOverview } from "../../store/records/records.ts";
import { isRunning } from "../../store/records/running.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";

const MOST_SESSIONS = 500;
const MOST_GROUPS = 30;

export interface ListItem {
  /** Empty for a memory that no session left. */
  sessionId: string;
  at: number;
  title: string;
  project: string;
  isRunning: boolean;
  /** Of a search: what kind of record it is, and where the words stand in it. */
  found?: { type: string; snippet: string };
}

export async function recentItems(store: Store, now: number): Promise<ListItem[]> {
  const sessions = await store.sessions({ limit: MOST_SESSIONS, withContent: true });
  return sessions.map((session) => toItem(session, now));
}

/** One line per session, as in `pawl search`; a memory has its own. */
export async function foundItems(store: Store, text: string, now: number): Promise<ListItem[]> {
  const { groups } = await searchSessions(store, { text }, { similar: undefined, limit: MOST_GROUPS });
  const ids = groups.map(({ sessionId }) => sessionId).filter(Boolean);
  const sessions = new Map((await store.sessionOverviews(ids)).map((session) => [session.id, session]));
  return groups.map(({ sessionId, at, title, project, hits: [best] }) => {
    const session = sessions.get(sessionId);
    return {
      sessionId,
      at,
      title: quote(title === "" ? (best?.title ?? "") : title, 200),
      project,
      isRunning: session !== undefined && isRunning(session, now),
      found: { type: best?.type ?? "", snippet: quote(best?.snippet ?? "", 400) },
    };
  });
}

function toItem(session: SessionOverview, now: number): ListItem {
  return {
    sessionId: session.id,
    at: session.lastEventAt,
    title: quote(session.title, 200),
    project: session.project,
    isRunning: isRunning(session, now),
  };
}
