/** The first text for the model after a compaction: the state of the work. */
import type { Messages } from "../../locale/messages.ts";
import { clip, cutText, oneLine } from "./cut.ts";
import { stageTitle, workflowLabel } from "./stages.ts";
import { ATTEMPTS, isFinished, isStuck, progressOf, type WorkflowState } from "./state.ts";

/** In UTF-16 units, so that the limit holds for every way of counting. */
export const RECOVERY_LIMIT = 2000;
const GUIDE = "pawl workflow status";

/** Maximum length of a path in the hint; a longer path would fill the message. */
const WHERE_LIMIT = 300;

interface RecoveryParts {
  state: WorkflowState;
  messages: Messages;
  /** From `pendingTasksMessage`. */
  pending?: string | null;
  /** The path of the whole state, for the hint in a shortened message. */
  where?: string;
  /** The command that shows the workflow on this machine. */
  guide?: string;
}

export function recoveryMessage(parts: RecoveryParts): string {
  const words = parts.messages.recovery;
  const pending = parts.pending ?? null;
  const body = [...stateLines(parts), ...(pending === null ? [] : ["", pending])].join("\n");
  // Continuing after three failures only produces more, and finished work needs no order.
  const open = isStuck(parts.state) ? words.stopAndAsk : words.goOn;
  const next = isFinished(parts.state) ? parts.messages.workflow.allDone : open;
  const ending = ["", next, words.guide(parts.guide ?? GUIDE)].join("\n");
  const whole = `${body}\n${ending}`;
  if (whole.length <= RECOVERY_LIMIT) return whole;

  // Lists in the middle are cut, never "go on without asking": that is the purpose of the message.
  const where =
    parts.where !== undefined && parts.where.length <= WHERE_LIMIT ? parts.where : "workflow.json";
  const hint = words.cut(oneLine(where));
  const room = RECOVERY_LIMIT - ending.length - hint.length - "…\n\n".length;
  return `${cutText(body, room).trimEnd()}…\n${ending}\n${hint}`;
}

function stateLines({ state, messages }: RecoveryParts): string[] {
  const words = messages.recovery;
  const { bar, done, total } = progressOf(state);
  const type = clip(oneLine(state.workflowType), 80);
  const lines = [
    words.header,
    words.workflow(type, oneLine(workflowLabel(state.workflowType, messages))),
    words.progress(bar, done, total),
  ];
  const { currentStage, featureName } = state;
  if (currentStage !== undefined) lines.push(words.stage(oneLine(stageTitle(currentStage, messages))));
  lines.push(...countLines(state, messages));
  const agents = Object.entries(state.activeAgents);
  if (agents.length > 0) {
    lines.push(
      words.agents(agents.map(([name, { stage }]) => words.agent(oneLine(name), oneLine(stage))).join(", ")),
    );
  }
  if (featureName !== undefined) lines.push(words.feature(oneLine(featureName)));
  return lines;
}

/** Failures and rejections so far, of the number after which the user decides. */
export function countLines({ failCount, rejectCount }: WorkflowState, { recovery }: Messages): string[] {
  return [
    ...(failCount > 0 ? [recovery.failures(Math.min(failCount, ATTEMPTS), ATTEMPTS)] : []),
    ...(rejectCount > 0 ? [recovery.rejections(Math.min(rejectCount, ATTEMPTS), ATTEMPTS)] : []),
  ];
}

/** One line: the kind of work, its stage and its feature. */
export function workflowLine(state: WorkflowState, messages: Messages): string {
  const type = clip(oneLine(state.workflowType), 80);
  const parts = [`${type} (${clip(oneLine(workflowLabel(state.workflowType, messages)), 80)})`];
  const { currentStage, featureName } = state;
  if (currentStage !== undefined) parts.push(clip(oneLine(stageTitle(currentStage, messages)), 80));
  if (featureName !== undefined) parts.push(clip(oneLine(featureName), 120));
  return parts.join(" · ");
}
