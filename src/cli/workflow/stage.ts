/** What people may say of a stage, and what it does to the workflow. */
import { judgeStage, STAGE_STATUSES, setStage, type WorkflowState } from "../../workflow/state.ts";

/** A verdict counts as a subagent's would: `fail` and `reject` open the stage again and are counted. */
const VERDICTS = ["pass", "fail", "reject"] as const;

export const STAGE_WORDS: readonly string[] = [...STAGE_STATUSES, ...VERDICTS];

type StageChange = (state: WorkflowState, key: string, now: string) => WorkflowState;

export function stageChange(word: string): StageChange | undefined {
  const status = STAGE_STATUSES.find((one) => one === word.toLowerCase());
  if (status !== undefined) return (state, key, now) => setStage(state, key, status, now);
  const verdict = VERDICTS.find((one) => one === word.toLowerCase());
  if (verdict !== undefined) return (state, key, now) => judgeStage(state, key, verdict, now);
  return undefined;
}
