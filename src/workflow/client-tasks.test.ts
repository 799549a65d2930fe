import { expect, test } from "bun:test";
import { afterTaskCompleted, afterTaskTool, type ClientTask, openTasks } from "./client-tasks.ts";

type Step = [session: string, tool: string, input: object, response?: unknown];
const play = (steps: Step[], before: readonly ClientTask[] = []): readonly ClientTask[] =>
  steps.reduce(
    (tasks, [session, toolName, toolInput, toolResponse]) =>
      afterTaskTool(tasks, { session, toolName, toolInput, toolResponse }),
    before,
  );
const create = (session: string, id: string, subject: string): Step => [
  session,
  "TaskCreate",
  { subject },
  { task: { id } },
];

test("tasks are created, renamed and closed; what is in progress comes first", () => {
  const tasks = play([
    create("s", "1", "A"),
    ["s", "TaskCreate", { subject: "B" }, "Task #2 created successfully: B"],
    create("s", "3", "C"),
    ["s", "TaskUpdate", { taskId: "2", status: "in_progress" }],
    ["s", "TaskUpdate", { taskId: "1", subject: "A, renamed" }],
    ["s", "TaskUpdate", { taskId: "3", status: "completed" }],
    ["s", "TaskUpdate", { taskId: "9", status: "completed" }],
  ]);
  expect(openTasks(tasks)).toEqual(["B", "A, renamed"]);
  expect(openTasks(afterTaskCompleted(tasks, { session: "s", id: "2" }))).toEqual(["A, renamed"]);
  expect(afterTaskCompleted(tasks, { session: "other", id: "2" })).toBe(tasks);
});

test("a session that rebuilds the list takes an earlier one's tasks over, and closes them for both", () => {
  const first = play([create("one", "1", "A"), create("one", "2", "B")]);
  const second = play([create("two", "1", "A")], first);
  expect(openTasks(second)).toEqual(["B", "A"]);
  expect(openTasks(play([["two", "TaskUpdate", { taskId: "1", status: "completed" }]], second))).toEqual([
    "B",
  ]);
});

test("each TodoWrite brings the session's whole list", () => {
  const todo = (...items: [string, string][]) => ({
    todos: items.map(([content, status]) => ({ content, status })),
  });
  const tasks = play([
    ["s", "TodoWrite", todo(["A", "completed"], ["B", "in_progress"])],
    ["s", "TodoWrite", todo(["B", "completed"], ["C", "pending"])],
    ["s", "TodoWrite", { todos: "nonsense" }],
  ]);
  expect(openTasks(tasks)).toEqual(["C"]);
});
