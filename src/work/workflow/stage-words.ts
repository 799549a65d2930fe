/** The words that move a stage, in the terminal and in the tool, with their changes. */
import { judgeStage, STAGE_STATUSES, setStage, type WorkflowState } from "./state.ts";

/** Like a subagent's verdict: `fail` and `reject` reopen the stage and are counted. */
const VERDICTS = ["pass", "fail", "reject"] as const;

export const STAGE_WORDS: readonly string[] = [...STAGE_STATUSES, ...VERDICTS];

/** Synonyms that people and models use. */
const SAME: Readonly<Record<string, string>> = {
  done: "completed",
  complete: "completed",
  finished: "completed",
  started: "active",
  start: "active",
  "in-progress": "active",
  in_progress: "active",
  doing: "active",
  open: "pending",
  todo: "pending",
  passed: "pass",
  failed: "fail",
  rejected: "reject",
};

type StageChange = (state: WorkflowState, key: string, now: string) => WorkflowState;

export function stageChange(typed: string): StageChange | undefined {
  const word = SAME[typed.toLowerCase()] ?? typed.toLowerCase();
  const status = STAGE_STATUSES.find((one) => one === word);
  if (status !== undefined) return (state, key, now) => setStage(state, key, status, now);
  const verdict = VERDICTS.find((one) => one === word);
  if (verdict !== undefined) return (state, key, now) => judgeStage(state, key, verdict, now);
  return undefined;
}
