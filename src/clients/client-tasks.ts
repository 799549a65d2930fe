/** The client's own task list, from its tools and events: the open tasks without a `tasks.md`. */
import type { Observation } from "../store/records/records.ts";
import { quote } from "../text/quote.ts";
import { tryParse } from "./fields.ts";

export interface ClientTask {
  /** The client restarts its task numbers in every session. */
  session: string;
  id: string;
  text: string;
  status: string;
}

export const TASK_TOOLS: ReadonlySet<string> = new Set(["TaskCreate", "TaskUpdate", "TodoWrite"]);

const CLOSED: ReadonlySet<string> = new Set(["completed", "done", "deleted", "cancelled", "canceled"]);
const MOST = 300;
const TODO = "todo:";

/** Applies a call of one of `TASK_TOOLS`. Returns the same array if nothing changed. */
export function afterTaskTool(
  tasks: readonly ClientTask[],
  call: { session: string; toolName: string; toolInput: unknown; toolResponse: unknown },
): readonly ClientTask[] {
  const { session, toolName } = call;
  const input = fieldsOf(call.toolInput);
  if (toolName === "TodoWrite") return withTodos(tasks, session, input.todos);
  if (toolName === "TaskCreate") {
    const id = createdId(call.toolResponse);
    return added(tasks, {
      session,
      id: id ?? String(tasks.length + 1),
      text: text(input.subject),
      status: "pending",
    });
  }
  if (toolName !== "TaskUpdate") return tasks;
  return changed(tasks, session, text(input.taskId), (task) => ({
    ...task,
    status: text(input.status) || task.status,
    text: text(input.subject) || task.text,
  }));
}

/** After the client's own event `TaskCompleted`. */
export function afterTaskCompleted(
  tasks: readonly ClientTask[],
  { session, id }: Pick<ClientTask, "session" | "id">,
): readonly ClientTask[] {
  return changed(tasks, session, id, (task) => ({ ...task, status: "completed" }));
}

type RecordedCall = Pick<Observation, "sessionId" | "ok" | "agentId" | "toolName" | "input" | "response">;

/** The list after the recorded calls; subagents have their own lists. */
export function tasksIn(calls: readonly RecordedCall[]): readonly ClientTask[] {
  let tasks: readonly ClientTask[] = [];
  for (const { sessionId: session, ok, agentId, toolName, input, response } of calls) {
    if (!ok || agentId !== undefined || !TASK_TOOLS.has(toolName)) continue;
    const call = { session, toolName, toolInput: tryParse(input), toolResponse: tryParse(response) };
    tasks = afterTaskTool(tasks, { ...call, toolResponse: call.toolResponse ?? response });
  }
  return tasks;
}

/** Tasks in progress come first. */
export function openTasks(tasks: readonly ClientTask[]): string[] {
  const open = tasks.filter((task) => task.text !== "" && !CLOSED.has(task.status));
  const running = open.filter((task) => task.status === "in_progress");
  const waiting = open.filter((task) => task.status !== "in_progress");
  return [...new Set([...running, ...waiting].map((task) => task.text))];
}

function changed(
  tasks: readonly ClientTask[],
  session: string,
  id: string,
  change: (task: ClientTask) => ClientTask,
): readonly ClientTask[] {
  const found = tasks.find((task) => task.session === session && task.id === id);
  if (found === undefined) return tasks;
  const after = change(found);
  // Sessions rebuild the list of an earlier one, so a finished task is finished in all of them.
  return tasks.map((task) =>
    task === found ? after : task.text === found.text ? { ...task, status: after.status } : task,
  );
}

/** A session that rebuilds the list replaces the earlier session's entry. */
function added(tasks: readonly ClientTask[], task: ClientTask): readonly ClientTask[] {
  if (task.text === "") return tasks;
  const others = tasks.filter(
    (one) => one.text !== task.text && !(one.session === task.session && one.id === task.id),
  );
  return [...others, task].slice(-MOST);
}

/** Each TodoWrite contains the session's whole list. */
function withTodos(tasks: readonly ClientTask[], session: string, todos: unknown): readonly ClientTask[] {
  if (!Array.isArray(todos)) return tasks;
  const rest = tasks.filter((task) => !(task.session === session && task.id.startsWith(TODO)));
  return todos.reduce<readonly ClientTask[]>((list, todo, n) => {
    const { content, status } = fieldsOf(todo);
    return added(list, { session, id: `${TODO}${n}`, text: text(content), status: text(status) });
  }, rest);
}

/** `{task: {id}}`, or "Task #3 created successfully". */
function createdId(response: unknown): string | undefined {
  const id = text(fieldsOf(fieldsOf(response).task).id);
  if (id !== "") return id;
  return /#(\w+)/.exec(String(response))?.[1];
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return Object(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? quote(value, 500) : typeof value === "number" ? String(value) : "";
}
