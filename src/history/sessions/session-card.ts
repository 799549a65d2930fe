/** A session at a glance: its work as its day shows it, its last request and its final answer. */

import { toFacts } from "../../memory/records/summary.ts";
import { digestsIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { workIn } from "../day/project-day.ts";
import type { ProjectDay } from "../day/types.ts";
import { historyIn } from "../sql/index.ts";

export interface SessionCard extends Pick<ProjectDay, "changed" | "ran" | "failed" | "commits"> {
  /** Null if there was only one. */
  lastPrompt: string | null;
  ended: string | null;
  injected: { count: number; tokens: number };
}

const MOST = { calls: 20_000, changed: 100, ran: 20, failed: 30, commits: 30, injections: 10_000, text: 600 };

export async function sessionCard(store: Store, id: string): Promise<SessionCard | undefined> {
  const { sessionProject, prompts, responses, injections: injectionsOf } = recordsIn(store);
  const project = await sessionProject(id);
  if (project === undefined) return undefined;
  const all = { sessionId: id, limit: Number.MAX_SAFE_INTEGER };
  const said = { prompts: await prompts(all), responses: await responses(all), observations: [], project };
  const { asked, ended = null } = toFacts(said);
  const calls = await historyIn(store).sessionCalls(id, MOST.calls);
  const { changed, ran, failed, commits } = workIn(calls, await digestsIn(store).digestsOf([id]), project);
  const injections = await injectionsOf({ sessionId: id, limit: MOST.injections });
  return {
    lastPrompt: asked?.last?.slice(0, MOST.text) ?? null,
    changed: changed.slice(0, MOST.changed),
    ran: ran.slice(0, MOST.ran),
    // Failures that are still open matter more than fixed ones.
    failed: failed.sort((a, b) => Number(a.isFixed) - Number(b.isFixed)).slice(0, MOST.failed),
    commits: commits.slice(0, MOST.commits),
    ended,
    injected: {
      count: injections.length,
      tokens: injections.reduce((sum, { tokens }) => sum + tokens, 0),
    },
  };
}
