/**
 * The sessions before this one. One is always injected. More are injected only if the model has missed them: in a resumed
 * conversation, or when a client returns to a project in which another client has worked since.
 */

import type { Messages } from "../../locale/messages.ts";
import type { SessionDigest } from "../../memory/digest/types.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { SessionOverview } from "../../store/records/records.ts";
import { isRunning } from "../../store/records/running.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import { estimateTokens } from "../../text/tokens.ts";
import type { StartLine } from "../blocks/start-block.ts";
import type { ProjectPast } from "../past/past.ts";
import { hasWork, previousSession, titleOf } from "../past/start-items.ts";

interface PreviousQuery {
  store: Store;
  past: ProjectPast;
  project: string;
  branch: string | undefined;
  /** The client of the session that starts. */
  client: string;
  at: number;
  messages: Messages;
  isMuted(uri: string): boolean;
  /** Only what happened after this moment is news. */
  after?: number | undefined;
}

const MOST_SESSIONS = 3;
const MOST_TOKENS = 35;
const MOST_FILES = 5;
/** The number of recent sessions to read. */
const LOOKED_AT = 20;

export async function previousLines(query: PreviousQuery): Promise<StartLine[]> {
  const { past, branch, after, project } = query;
  const isMuted = (id: string) => query.isMuted(`session://${id}`);
  const first = previousSession(past, branch, isMuted);
  if (first === undefined) return [];
  const [newest] = await recordsIn(query.store).sessions({ project, limit: 1, withContent: true });
  // By far the most frequent case: the last session of this project, by the same client. No other has to be read.
  if (after === undefined && newest?.id === first.sessionId && newest.client === query.client)
    return [toLine(first, newest, query)];
  const known = await recordsIn(query.store).sessions({ project, limit: LOOKED_AT, withContent: true });
  const overviews = new Map(known.map((one) => [one.id, one]));
  const others = past.sessions.filter(
    (one) =>
      one.sessionId !== first.sessionId &&
      overviews.has(one.sessionId) &&
      hasWork(one) &&
      !isMuted(one.sessionId),
  );
  const chosen =
    after === undefined
      ? [first, ...missedByClient(first, others, query.client, overviews)]
      : [first, ...others].filter(({ lastAt }) => lastAt > after);
  return chosen.slice(0, MOST_SESSIONS).map((one) => toLine(one, overviews.get(one.sessionId), query));
}

/** If another client worked here last: its work since this client's last session, and where this client left off. */
function missedByClient(
  first: SessionDigest,
  others: readonly SessionDigest[],
  client: string,
  overviews: ReadonlyMap<string, SessionOverview>,
): SessionDigest[] {
  const isOwn = ({ sessionId }: SessionDigest) => overviews.get(sessionId)?.client === client;
  if (isOwn(first)) return [];
  const own = others.findIndex(isOwn);
  return own === -1 ? [...others] : others.slice(0, own + 1);
}

/** A session's short id, date and changed files (or read ones, if it changed none), within a few tokens. */
function toLine(
  session: SessionDigest,
  overview: SessionOverview | undefined,
  query: PreviousQuery,
): StartLine {
  const { context } = query.messages;
  const id = session.sessionId.slice(0, 8);
  // What is said of a running one may change meanwhile.
  const mark = overview !== undefined && isRunning(overview, query.at) ? ` · ${context.running}` : "";
  const head = `${context.previous(id)}${mark}`;
  const changed = session.files.map(({ path }) => path);
  const files = changed.length > 0 ? changed : (session.read ?? []);
  const toText = changed.length > 0 ? context.changed : context.read;
  const named = files.slice(0, MOST_FILES);
  while (named.length > 1 && estimateTokens(`${head} · ${toText(named.join(", "))}`) > MOST_TOKENS)
    named.pop();
  const text =
    summaryByModel(overview?.summary, context.asked("")) ??
    (named.length > 0 ? toText(quote(named.join(", "), 200)) : context.asked(quote(titleOf(session), 70)));
  const source = {
    uri: `session://${session.sessionId}`,
    type: "previous-session",
    reason: "the session before this one",
    text: named.length > 0 ? named.join(", ") : text,
  };
  return { text: `${head} · ${text}`, sources: [source] };
}

/** What a model wrote of the session, where the user wants that; the extracted summary says less than the digest. */
function summaryByModel(summary: string | undefined, asked: string): string | undefined {
  const lines = (summary ?? "").split("\n").filter((line) => line.trim() !== "");
  const isExtracted = lines.length === 0 || lines.some((line) => line.startsWith(asked.slice(0, 5)));
  return isExtracted ? undefined : quote(lines[0] ?? "", 140);
}
