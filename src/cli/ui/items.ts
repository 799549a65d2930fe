/** What the browser lists: recent sessions, or what a search found. */

import { titleOf } from "../../clients/setups.ts";
import { summaryLines } from "../../history/summary/summarize.ts";
import { chooseMessages } from "../../locale/index.ts";
import { toFacts } from "../../memory/records/summary.ts";
import { formatTime } from "../../platform/clock.ts";
import { processEnv } from "../../platform/env.ts";
import { searchSessions } from "../../search/group-hits.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { SessionOverview, SessionRecords } from "../../store/records/records.ts";
import { isRunning } from "../../store/records/running.ts";
import type { Store } from "../../store/store.ts";
import { cut, quote } from "../../text/quote.ts";
import { bold, cyan, dim, plain, tilde } from "../output.ts";
import { locale, words } from "../words.ts";

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

export async function recentItems(store: Store, now: number, project?: string): Promise<ListItem[]> {
  const only = project === undefined ? {} : { project };
  const sessions = await recordsIn(store).sessions({ limit: MOST_SESSIONS, withContent: true, ...only });
  return sessions.map((session) => toItem(session, now));
}

/** One line per session, as in `pawl search`; a memory has its own. */
export async function foundItems(
  store: Store,
  text: string,
  now: number,
  project?: string,
): Promise<ListItem[]> {
  const query = project === undefined ? { text } : { text, project };
  const { groups } = await searchSessions(store, query, { limit: MOST_GROUPS });
  const ids = groups.map(({ sessionId }) => sessionId).filter(Boolean);
  const sessions = new Map(
    (await recordsIn(store).sessionOverviews(ids)).map((session) => [session.id, session]),
  );
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

// A session as the browser previews it: what it is, its summary, and what was said, newest last.

const TEXT = 4000;

export function previewLines(records: SessionRecords): string[] {
  const { session, prompts, responses } = records;
  const about = [
    plain(tilde(session.project)),
    ...(session.branch === undefined ? [] : [plain(session.branch)]),
    titleOf(session.client),
    `${formatTime(session.startedAt)} – ${formatTime(session.endedAt ?? session.lastEventAt)}`,
  ];
  const { you, claude } = words.sessions;
  const said = [
    ...prompts.map(({ at, text }) => ({ at, who: bold(cyan(you)), text })),
    ...responses
      .filter(({ agentId }) => agentId === undefined)
      .map(({ at, text }) => ({ at, who: bold(claude), text })),
  ].sort((a, b) => a.at - b.at);
  return [
    dim(about.join(" · ")),
    ...shownSummary(records).map(plain),
    "",
    ...said.flatMap(({ who, text }) => {
      const lines = rendered(cut(text, TEXT));
      return lines.length === 1 ? [`${who}  ${lines[0]}`] : [who, ...lines, ""];
    }),
  ];
}

/** Markdown as a terminal shows it: line breaks stay, marks become type. */
function rendered(text: string): string[] {
  let isCode = false;
  return plain(text.trim())
    .replace(/\n{3,}/g, "\n\n")
    .split("\n")
    .flatMap((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) {
        isCode = !isCode;
        return [];
      }
      if (isCode) return [cyan(`  ${line}`)];
      const heading = /^#{1,6} (.*)$/.exec(line)?.[1];
      if (heading !== undefined) return [bold(heading)];
      return [
        line
          .replace(/^(\s*)[-*] /, "$1• ")
          .replace(/\*\*([^*]+)\*\*/g, (_, inner: string) => bold(inner))
          .replace(/`([^`]+)`/g, (_, inner: string) => cyan(inner)),
      ];
    });
}

function shownSummary(records: SessionRecords): string[] {
  if (records.summary !== undefined) return records.summary.text.split("\n");
  const facts = toFacts({ ...records, project: records.session.project });
  return facts.asked === undefined ? [] : summaryLines(records, chooseMessages(processEnv, locale));
}
