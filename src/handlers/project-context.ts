/** What a session in this project would be told now: for SessionStart, `pawl context` and `GET /api/context`. */
import { type ContextBlock, type PastSession, toContextBlock } from "../memory/context.ts";
import type { Messages } from "../memory/messages.ts";
import type { SessionOverview } from "../memory/records.ts";
import type { Store } from "../store/store.ts";
import { summaryLines } from "./summarize.ts";

export interface ProjectContextQuery {
  store: Store;
  project: string;
  /** The session that asks: it is not told about itself. */
  except?: string;
  /** Only what happened after this moment. */
  after?: number;
  most?: number;
  budget: number;
  notes: readonly { uri: string; text: string }[];
  formatTime(at: number): string;
  messages: Messages;
  isMuted?(uri: string): boolean;
}

const MOST = 5;
/** Fetched per told session, because repeated ones are folded into one. */
const FETCHED = 4;

export async function projectContext(query: ProjectContextQuery): Promise<ContextBlock | undefined> {
  const { store, project, after, most = MOST } = query;
  const found = await store.sessions({
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
    });
  }
  // Facts of the project alone are no reason to speak up in the middle of a session.
  if (sessions.length === 0 && after !== undefined) return undefined;
  const notes = query.notes.filter((note) => query.isMuted?.(note.uri) !== true);
  return toContextBlock({ sessions, notes, budget: query.budget, most, messages: query.messages });
}

/** A session that was killed before its first Stop has no summary yet; its records are all there. */
async function linesOf(session: SessionOverview, store: Store, messages: Messages): Promise<string[]> {
  if (session.summary !== undefined) return session.summary.split("\n");
  const records = await store.session(session.id);
  return records === undefined ? [] : summaryLines(records, messages);
}
