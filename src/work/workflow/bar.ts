/** The progress bar that PreCompact and Stop share. */
import { emojiOf } from "./stages.ts";
import type { StageStatus, WorkflowState } from "./state.ts";

const ICONS: Readonly<Record<StageStatus, string>> = { completed: "✅", active: "⏳", pending: "⬜" };

interface Progress {
  bar: string;
  done: number;
  total: number;
}

export function progressOf(state: Pick<WorkflowState, "stages">): Progress {
  const stages = Object.entries(state.stages);
  return {
    bar: stages.map(([key, stage]) => `${ICONS[stage.status]}${emojiOf(key, stage)}`).join(""),
    done: stages.filter(([, stage]) => stage.status === "completed").length,
    total: stages.length,
  };
}
