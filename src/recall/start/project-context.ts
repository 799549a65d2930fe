/** What a session in this project would be told now: for SessionStart, `pawl context` and `GET /api/context`. */

import { summaryLines } from "../../history/summary/summarize.ts";
import type { Messages } from "../../locale/messages.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { SessionOverview } from "../../store/records/records.ts";
import { isRunning } from "../../store/records/running.ts";
import type { Store } from "../../store/store.ts";
import { type ContextBlock, joinBlocks, type PastSession, toContextBlock } from "../blocks/start-block.ts";
import { coreBlock } from "./core-memories.ts";
import { decisionsBlock } from "./decisions.ts";

export interface ProjectContextQuery {
  store: Store;
  project: string;
  /** The session that asks, and those it was forked from: it is not told about itself. */
  except?: readonly string[];
  /** Only what happened after this moment. */
  after?: number;
  most?: number;
  budget: number;
  /** Now, to tell which sessions are running. */
  at?: number;
  /** Of core memories alone. */
  coreBudget: number;
  notes: readonly { uri: string; text: string }[];
  formatTime(at: number): string;
  messages: Messages;
  isMuted?(uri: string): boolean;
  /** The texts of the project's CLAUDE.md files, which may import memories. */
  claudeMd?: string;
  /** Only what people wrote down. */
  isHeldOut?: boolean;
  /** URIs that stand in the conversation already. */
  injected?: ReadonlySet<string>;
  /** For the age of what others wrote. */
  now?: number;
}

interface ProjectContext extends ContextBlock {
  /** Memories that are in it, by URI. */
  memories: string[];
  /** Core memories that did not fit. */
  left: string[];
}

const MOST = 5;
/** Fetched per told session, because repeated ones are folded into one. */
const FETCHED = 4;

/** What people laid down first, then what was decided, then what happened. */
export async function projectContext(query: ProjectContextQuery): Promise<ProjectContext | undefined> {
  const { store, project, budget, claudeMd = "", injected } = query;
  const isMuted = (uri: string) => query.isMuted?.(uri) === true;
  const { except: own = [] } = query;
  const clock = query.now === undefined ? {} : { now: query.now };
  const seen = injected === undefined ? clock : { injected, own, ...clock };
  const core = await coreBlock({ store, project, budget: query.coreBudget, claudeMd, isMuted, ...seen });
  const decisions = await decisionsBlock({ store, project, isMuted, ...seen });
  const left = budget - (decisions?.tokens ?? 0);
  const earlier = query.isHeldOut === true ? undefined : await earlierSessions({ ...query, budget: left });
  const block = joinBlocks([core?.block, decisions, earlier]);
  if (block === undefined) return undefined;
  const decided = decisions?.sources.map(({ uri }) => uri) ?? [];
  return { ...block, memories: [...(core?.uris ?? []), ...decided], left: core?.left ?? [] };
}

async function earlierSessions(query: ProjectContextQuery): Promise<ContextBlock | undefined> {
  const { store, project, after, most = MOST } = query;
  const found = await recordsIn(store).sessions({
    project,
    withContent: true,
    limit: most * FETCHED,
    ...(query.except === undefined ? {} : { except: query.except }),
  });
  const sessions: PastSession[] = [];
  const different = new Set<string>();
  for (const session of found) {
    // Reading on would only count repeats, and a session without a summary is read whole for it.
    if (different.size === most) break;
    if (after !== undefined && session.lastEventAt <= after) continue;
    if (query.isMuted?.(`session://${session.id}`) === true) continue;
    const summary = await linesOf(session, store, query.messages);
    different.add(summary.join("\n"));
    sessions.push({
      id: session.id,
      project: session.project,
      when: query.formatTime(session.lastEventAt),
      prompts: session.prompts,
      toolUses: session.observations,
      summary,
      isRunning: query.at !== undefined && isRunning(session, query.at),
    });
  }
  // Facts of the project alone are no reason to speak up in the middle of a session.
  if (sessions.length === 0 && after !== undefined) return undefined;
  const notes = query.notes.filter((note) => query.isMuted?.(note.uri) !== true);
  if (sessions.length + notes.length === 0) return undefined;
  return toContextBlock({ sessions, notes, budget: query.budget, most, messages: query.messages });
}

/** A session that was killed before its first Stop has no summary yet; its records are all there. */
async function linesOf(session: SessionOverview, store: Store, messages: Messages): Promise<string[]> {
  if (session.summary !== undefined) return session.summary.split("\n");
  const records = await recordsIn(store).session(session.id);
  return records === undefined ? [] : summaryLines(records, messages);
}
