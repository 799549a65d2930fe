/** The remaining tasks of a feature: one message for SessionStart and for PreCompact. */
import type { Messages } from "../../locale/messages.ts";
import { clip, oneLine } from "./cut.ts";
import type { TaskList } from "./tasks.ts";

export interface Feature extends TaskList {
  name: string;
}

const SHOWN_TASKS = 5;
/** One task must not use up the space of the others. */
const TASK_LENGTH = 400;

/** `null` when nothing is open. */
export function pendingTasksMessage(feature: Feature | undefined, messages: Messages): string | null {
  if (feature === undefined || feature.total === feature.done) return null;
  const { name, total, done } = feature;
  return [
    messages.tasks.title,
    messages.tasks.feature(oneLine(name), String(done), String(total)),
    ...openLines(feature.open, total - done, messages, feature.started),
    messages.tasks.next,
  ].join("\n");
}

/** The client's own task list, for work without a `tasks.md`. */
export function clientTasksMessage(open: readonly string[], messages: Messages): string | null {
  if (open.length === 0) return null;
  return [messages.tasks.title, ...openLines(open, open.length, messages), messages.tasks.next].join("\n");
}

function openLines(open: readonly string[], count: number, messages: Messages, started = 0): string[] {
  const shown = open.slice(0, SHOWN_TASKS);
  const hidden = count - shown.length;
  return [
    ...shown.map((task, at) => `- [${at < started ? "~" : " "}] ${clip(oneLine(task), TASK_LENGTH)}`),
    ...(hidden > 0 ? [messages.tasks.more(hidden)] : []),
  ];
}
