/** Failures that occurred in more than one session: their frequency, dates and known fixes. */

import type { Cure, DigestFailure, SessionDigest } from "../../memory/digest/types.ts";
import { digestsIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";

export interface RecurringFailure {
  key: string;
  project: string;
  tool: string;
  command: string | null;
  error: string;
  /** The number of occurrences, and of sessions. */
  times: number;
  sessions: { id: string; at: number }[];
  firstAt: number;
  lastAt: number;
  /** Per week, oldest first; the last one is the week that ends now. */
  weeks: number[];
  /** The newest first. */
  cures: Cure[];
}

interface Request {
  project?: string | undefined;
  now: number;
}

/** The newest sessions only. A failure that has not recurred in them is history. */
const MOST_SESSIONS = 400;
const WEEKS = 12;
const WEEK_MS = 7 * 86_400_000;
const MOST_CURES = 3;
const MOST = 200;

export async function recurringFailures(
  store: Store,
  { project, now }: Request,
): Promise<RecurringFailure[]> {
  const sessions = await recordsIn(store).sessions({
    withContent: true,
    limit: MOST_SESSIONS,
    ...(project === undefined ? {} : { project }),
  });
  const projectOf = new Map(sessions.map((session) => [session.id, session.project]));
  const groups = new Map<string, { project: string; seen: Seen[] }>();
  for (const digest of await digestsIn(store).digestsOf([...projectOf.keys()])) {
    const of = projectOf.get(digest.sessionId) ?? "";
    for (const failure of digest.failures) {
      const key = `${of}\n${failure.key}`;
      const group = groups.get(key) ?? { project: of, seen: [] };
      groups.set(key, group);
      group.seen.push({ digest, failure });
    }
  }
  return [...groups.values()]
    .map(({ project: of, seen }) => toRecurring(of, seen, now))
    .filter(({ sessions: all }) => all.length > 1)
    .sort((a, b) => b.sessions.length - a.sessions.length || b.lastAt - a.lastAt)
    .slice(0, MOST);
}

interface Seen {
  digest: SessionDigest;
  failure: DigestFailure;
}

function toRecurring(project: string, all: readonly Seen[], now: number): RecurringFailure {
  const seen = [...all].sort((a, b) => b.failure.at - a.failure.at);
  const [{ failure: newest }] = seen as [Seen, ...Seen[]];
  // A session that only fixed the failure did not run into it.
  const own = seen.filter(({ failure }) => failure.openedIn === undefined);
  const sessions = new Map<string, number>();
  for (const { digest, failure } of own)
    if (!sessions.has(digest.sessionId)) sessions.set(digest.sessionId, failure.at);
  const weeks = Array.from({ length: WEEKS }, () => 0);
  for (const { failure } of own) {
    const week = WEEKS - 1 - Math.floor((now - failure.at) / WEEK_MS);
    if (week >= 0 && week < WEEKS) weeks[week] = (weeks[week] ?? 0) + 1;
  }
  const cures = new Map(
    seen.flatMap(({ failure: { cure } }) =>
      cure === undefined ? [] : [[JSON.stringify(cure), cure] as const],
    ),
  );
  return {
    key: newest.key,
    project,
    tool: newest.tool,
    command: newest.command ?? null,
    error: newest.error,
    times: own.length,
    sessions: [...sessions].map(([id, at]) => ({ id, at })),
    firstAt: Math.min(...seen.map(({ failure }) => failure.at)),
    lastAt: newest.at,
    weeks,
    cures: [...cures.values()].slice(0, MOST_CURES),
  };
}
