/** The browser's items: recent sessions, or search results. */

import { summaryLines } from "../../history/summary/summarize.ts";
import { chooseMessages } from "../../locale/index.ts";
import { toFacts } from "../../memory/records/summary.ts";
import { processEnv } from "../../platform/env.ts";
import { searchSessions } from "../../search/group-hits.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { SessionRecords } from "../../store/records/records.ts";
import { isRunning } from "../../store/records/running.ts";
import type { Store } from "../../store/store.ts";
import { present } from "../../store/values.ts";
import { cut, quote } from "../../text/quote.ts";
import { bold, cyan, dim, plain } from "../output.ts";
import { aboutSession, modelOf } from "../session.ts";
import { locale, words } from "../words.ts";

const MOST_SESSIONS = 500;
const MOST_GROUPS = 30;

export interface ListItem {
  /** Empty for a memory without a session. */
  sessionId: string;
  at: number;
  title: string;
  project: string;
  isRunning: boolean;
  /** For a search: the kind of record, and the matching text. */
  found?: { type: string; snippet: string };
}

export async function recentItems(store: Store, now: number, project?: string): Promise<ListItem[]> {
  const filter = { limit: MOST_SESSIONS, withContent: true, ...present({ project }) };
  return (await recordsIn(store).sessions(filter)).map((session) => ({
    sessionId: session.id,
    at: session.lastEventAt,
    title: quote(session.title, 200),
    project: session.project,
    isRunning: isRunning(session, now),
  }));
}

/** One line per session, as in `pawl search`; a memory has its own. */
export async function foundItems(store: Store, text: string, now: number, project?: string) {
  const { groups } = await searchSessions(store, { text, ...present({ project }) }, { limit: MOST_GROUPS });
  const ids = groups.map(({ sessionId }) => sessionId).filter(Boolean);
  const sessions = await recordsIn(store).sessionOverviews(ids);
  const running = new Set(sessions.filter((one) => isRunning(one, now)).map(({ id }) => id));
  return groups.map(
    ({ sessionId, at, title, project, hits: [best] }): ListItem => ({
      sessionId,
      at,
      title: quote(title === "" ? (best?.title ?? "") : title, 200),
      project,
      isRunning: running.has(sessionId),
      found: { type: best?.type ?? "", snippet: quote(best?.snippet ?? "", 400) },
    }),
  );
}

// The browser's preview of a session: its facts, its summary, and its conversation, newest last.

const TEXT = 4000;

export function previewLines(records: SessionRecords): string[] {
  const { session, prompts, responses } = records;
  const answers = responses.filter(({ agentId }) => agentId === undefined);
  const said = [
    ...prompts.map(({ at, text }) => ({ at, who: bold(cyan(words.sessions.you)), text })),
    ...answers.map(({ at, text }) => ({ at, who: bold(modelOf(session.client)), text })),
  ].sort((a, b) => a.at - b.at);
  return [
    dim(aboutSession(session)),
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
