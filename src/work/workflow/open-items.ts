/** Items that the session noted and has not closed: its to-do list, or its tasks. */
import type { Observation } from "../../store/records/records.ts";
import { clip, oneLine } from "./cut.ts";
import { parseObject } from "./tool-input.ts";

const CLOSED: ReadonlySet<string> = new Set(["completed", "done", "deleted", "cancelled", "canceled"]);

/** What is in progress comes first. */
export function openItems(observations: readonly Observation[]): string[] {
  const tasks = new Map<string, { text: string; status: string }>();
  let todos: { text: string; status: string }[] = [];
  for (const o of observations) {
    if (!o.ok || o.agentId !== undefined) continue;
    const input = parseObject(o.input);
    if (o.toolName === "TodoWrite") todos = todosOf(input.todos);
    else if (o.toolName === "TaskCreate") {
      // The id is only in the answer ("Task #3 created"); without one the order of creation is as good.
      const id = /#(\w+)/.exec(o.response)?.[1] ?? String(tasks.size + 1);
      tasks.set(id, { text: text(input.subject), status: "pending" });
    } else if (o.toolName === "TaskUpdate") {
      const task = tasks.get(text(input.taskId));
      if (task !== undefined && text(input.status) !== "") task.status = text(input.status);
      if (task !== undefined && text(input.subject) !== "") task.text = text(input.subject);
    }
  }
  const open = [...todos, ...tasks.values()].filter((item) => item.text !== "" && !CLOSED.has(item.status));
  const running = open.filter((item) => item.status === "in_progress");
  const waiting = open.filter((item) => item.status !== "in_progress");
  return [...new Set([...running, ...waiting].map((item) => clip(oneLine(item.text), 160)))];
}

/** Each TodoWrite brings the whole list. */
function todosOf(todos: unknown): { text: string; status: string }[] {
  if (!Array.isArray(todos)) return [];
  return todos.map((todo: unknown) => {
    const { content, status } = Object(todo) as Record<string, unknown>;
    return { text: text(content), status: text(status) };
  });
}

function text(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
