/** What is still to do in the active feature: one message for SessionStart and for PreCompact (S3.4, S3.15). */
import type { Messages } from "../locale/messages.ts";
import { oneLine } from "./cut.ts";
import type { Task } from "./tasks.ts";

export interface Feature {
  name: string;
  tasks: readonly Task[];
  /** The file was larger than what is read of it: the counts are lower bounds. */
  partial?: boolean;
}

const SHOWN_TASKS = 5;

/** `null` when nothing is open. */
export function pendingTasksMessage(feature: Feature | undefined, messages: Messages): string | null {
  const open = feature?.tasks.filter((task) => !task.done) ?? [];
  if (feature === undefined || open.length === 0) return null;
  const total = feature.tasks.length;
  const atLeast = (n: number): string => (feature.partial === true ? `${n}+` : String(n));
  const hidden = open.length - SHOWN_TASKS;
  return [
    messages.tasks.title,
    messages.tasks.feature(oneLine(feature.name), atLeast(total - open.length), atLeast(total)),
    ...open.slice(0, SHOWN_TASKS).map((task) => `- [ ] ${oneLine(task.text)}`),
    ...(hidden > 0 ? [messages.tasks.more(hidden)] : []),
    messages.tasks.next,
  ].join("\n");
}
