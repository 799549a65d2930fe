/** Packs the state of a session's work. Every text is redacted again, because it leaves the machine. */

import type { SessionRecords } from "../../store/records/records.ts";
import { tasksOf } from "../pending.ts";
import { emptyHandoff, type Handoff, mapTexts } from "../workflow/handoff.ts";
import { progressOf } from "../workflow/state.ts";
import type { Place } from "../workflow/work.ts";
import { workingSet } from "../workflow/working-set.ts";
import { type Work, workOfSession } from "../works.ts";

interface Packing {
  records: SessionRecords;
  /** The root of workflows. */
  root: string;
  place: Place;
  from: string;
  to: string | undefined;
  at: number;
  project: string | null;
  redact(text: string): string;
}

const LONGEST = 2_000;
const MOST = 50;

export function packHandoff({ records, root, place, from, to, at, project, redact }: Packing): Handoff {
  const { session, prompts, responses } = records;
  const set = workingSet(records, session.project);
  const found = workOfSession(root, session.id);
  const work = found.kind === "one" ? found.work : undefined;
  const own = prompts.filter(({ agentId }) => agentId === undefined);
  const open = [...new Set([...(work === undefined ? [] : tasksOf(work, place).tasks.open), ...set.open])];
  // Cut after redaction: half of a secret is not recognized.
  return mapTexts(
    {
      ...emptyHandoff,
      session: session.id.replaceAll(/[^\w.-]/g, "_").slice(0, 128),
      from,
      to: to ?? null,
      at,
      project,
      branch: session.branch ?? null,
      workflow: work === undefined ? null : workflowOf(work),
      request: own.at(-1)?.text ?? null,
      state: responses.at(-1)?.text ?? null,
      open: open.slice(0, MOST),
      decisions: set.decisions.slice(0, MOST),
      files: set.files
        .filter(({ edits }) => edits > 0)
        .map(({ path }) => path)
        .slice(0, MOST),
    },
    (text) => redact(text).slice(0, LONGEST).toWellFormed(),
  );
}

function workflowOf({ state }: Work): Handoff["workflow"] {
  const { done, total } = progressOf(state);
  return {
    ...{ type: state.workflowType, done, total },
    stage: state.currentStage ?? null,
    feature: state.featureName ?? null,
    stages: Object.fromEntries(
      Object.entries(state.stages).map(([key, { status, mode }]) => [
        key,
        mode === undefined ? { status } : { status, mode },
      ]),
    ),
  };
}
