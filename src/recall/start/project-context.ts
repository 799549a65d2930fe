/** Memories and the summaries of the newest sessions: `GET /api/context?limit=5`. */

import type { Messages } from "../../locale/messages.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { SessionOverview, SessionRecords } from "../../store/records/records.ts";
import { isRunning } from "../../store/records/running.ts";
import type { Store } from "../../store/store.ts";
import { type ContextBlock, joinBlocks, type PastSession, toContextBlock } from "../blocks/start-block.ts";
import { coreBlock } from "./core-memories.ts";
import { decisionsBlock } from "./decisions.ts";

interface ProjectContextQuery {
  store: Store;
  project: string;
  /** How many sessions at most. */
  most: number;
  /** In tokens. */
  budget: number;
  /** The budget of core memories alone. */
  coreBudget: number;
  at: number;
  notes: readonly { uri: string; text: string }[];
  formatTime(at: number): string;
  messages: Messages;
  isMuted(uri: string): boolean;
  /** For a session that has no summary yet. */
  summarize(records: SessionRecords): string[];
  /** The texts of the project's CLAUDE.md files, which may import memories. */
  claudeMd: string;
}

/** Fetched per session that is shown, because repeated ones are folded into one. */
const FETCHED = 4;

/** People's rules first, then decisions, then the project's past. */
export async function projectContext(query: ProjectContextQuery): Promise<ContextBlock | undefined> {
  const { store, project, budget, claudeMd, isMuted, at: now } = query;
  const core = await coreBlock({ store, project, budget: query.coreBudget, claudeMd, isMuted, now });
  const decisions = await decisionsBlock({ store, project, isMuted, now });
  const earlier = await earlierSessions({ ...query, budget: budget - (decisions?.tokens ?? 0) });
  return joinBlocks([core?.block, decisions, earlier]);
}

async function earlierSessions(query: ProjectContextQuery): Promise<ContextBlock | undefined> {
  const { store, project, most, isMuted } = query;
  const found = await recordsIn(store).sessions({ project, withContent: true, limit: most * FETCHED });
  const sessions: PastSession[] = [];
  const different = new Set<string>();
  for (const session of found) {
    // Reading on would only count repeats, and a session without a summary is read whole for it.
    if (different.size === most) break;
    if (isMuted(`session://${session.id}`)) continue;
    const summary = await linesOf(session, query);
    different.add(summary.join("\n"));
    sessions.push({
      id: session.id,
      project: session.project,
      when: query.formatTime(session.lastEventAt),
      prompts: session.prompts,
      toolUses: session.observations,
      summary,
      isRunning: isRunning(session, query.at),
    });
  }
  const notes = query.notes.filter(({ uri }) => !isMuted(uri));
  if (sessions.length + notes.length === 0) return undefined;
  return toContextBlock({ sessions, notes, budget: query.budget, most, messages: query.messages });
}

/** A session that was killed before its first Stop has no summary yet; its records are all there. */
async function linesOf(
  session: SessionOverview,
  { store, summarize }: ProjectContextQuery,
): Promise<string[]> {
  if (session.summary !== undefined) return session.summary.split("\n");
  const records = await recordsIn(store).session(session.id);
  return records === undefined ? [] : summarize(records);
}
