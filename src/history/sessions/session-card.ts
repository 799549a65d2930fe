/** A session at a glance, from its own records: for the top of its page, whether it was recorded live or imported. */

import { eachEdit, isEdit } from "../../memory/records/edits.ts";
import { inProject, toFacts } from "../../memory/records/summary.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Observation, SessionRecords } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { toFirstLine } from "../../text/title.ts";
import { commitsIn } from "../day/commits.ts";
import { linesOf } from "../day/lines.ts";
import { failuresIn } from "../failures/failures.ts";

export interface SessionCard {
  asked: { first: string; last?: string; count: number } | null;
  changed: { file: string; edits: number; added: number; removed: number }[];
  ran: { command: string; times: number }[];
  failed: { what: string; error: string; fixed: boolean; fix: string | null }[];
  commits: { hash: string | null; message: string; at: number }[];
  ended: string | null;
  injected: { count: number; tokens: number };
}

const MOST = { changed: 100, ran: 20, failed: 30, commits: 30, injections: 10_000 };
const TEXT = 600;

export async function sessionCard(store: Store, id: string): Promise<SessionCard | undefined> {
  const records = await recordsIn(store).sessionToLearn(id);
  if (records === undefined) return undefined;
  const injections = await recordsIn(store).injections({ sessionId: id, limit: MOST.injections });
  return {
    ...toCard(records),
    injected: {
      count: injections.length,
      tokens: injections.reduce((sum, { tokens }) => sum + tokens, 0),
    },
  };
}

function toCard(records: SessionRecords): Omit<SessionCard, "injected"> {
  const { project } = records.session;
  const facts = toFacts({ ...records, project });
  const { asked } = facts;
  return {
    asked:
      asked === undefined
        ? null
        : {
            ...asked,
            first: asked.first.slice(0, TEXT),
            ...(asked.last === undefined ? {} : { last: asked.last.slice(0, TEXT) }),
          },
    changed: toChanged(records.observations, project).slice(0, MOST.changed),
    ran: facts.ran.slice(0, MOST.ran),
    failed: failuresIn(records)
      .map(({ what, error, isFixed, fix }) => ({ what: toFirstLine(what), error, fixed: isFixed, fix }))
      // What is still broken matters more than what was repaired.
      .sort((a, b) => Number(a.fixed) - Number(b.fixed))
      .slice(0, MOST.failed),
    commits: records.observations
      .flatMap((call) =>
        commitsIn(call, project).map(({ hash, message }) => ({ hash, message, at: call.at })),
      )
      .slice(0, MOST.commits),
    ended: facts.ended ?? null,
  };
}

function toChanged(observations: readonly Observation[], project: string): SessionCard["changed"] {
  const files = new Map<string, SessionCard["changed"][number]>();
  for (const call of eachEdit(observations)) {
    const [path] = call.files;
    if (!call.ok || !isEdit(call.toolName) || path === undefined) continue;
    const file = inProject(path, project);
    const { added, removed } = linesOf(call);
    const known = files.get(file) ?? { file, edits: 0, added: 0, removed: 0 };
    files.set(file, {
      file,
      edits: known.edits + 1,
      added: known.added + added,
      removed: known.removed + removed,
    });
  }
  return [...files.values()].sort((a, b) => b.added + b.removed - (a.added + a.removed));
}
