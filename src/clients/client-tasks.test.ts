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

test("a call that names no task, or another tool, changes nothing", () => {
  const tasks = play([create("s", "1", "A")]);
  const same: Step[] = [
    ["s", "TaskCreate", { subject: "  " }, { task: { id: "2" } }],
    ["s", "TaskGet", { taskId: "1", status: "completed" }],
    ["s", "TodoWrite", { todos: "none" }],
    ["s", "TaskUpdate", { taskId: "2", status: "completed" }],
  ];
  for (const step of same) expect(play([step], tasks)).toBe(tasks);
});

test("a task without an id in the answer gets the next number", () => {
  const tasks = play([
    ["s", "TaskCreate", { subject: "A" }, undefined],
    ["s", "TaskCreate", { subject: "B" }, { stdout: "created" }],
    ["s", "TaskCreate", { subject: "C" }, "Task #7a created"],
    ["s", "TaskCreate", { subject: "D" }, { task: { id: 9 } }],
  ]);
  expect(tasks.map(({ id }) => id)).toEqual(["1", "2", "7a", "9"]);
});

test("the same number in the same session is the same task; in another one it is another", () => {
  const tasks = play([create("one", "1", "A"), create("one", "1", "B"), create("two", "1", "C")]);
  expect(openTasks(tasks)).toEqual(["B", "C"]);
});

test("a list of to-dos replaces that session's earlier one, and no other entry", () => {
  const todos = (...names: string[]) => ({ todos: names.map((content) => ({ content, status: "pending" })) });
  const before = play([
    create("s", "1", "task"),
    ["other", "TodoWrite", todos("theirs")],
    ["s", "TodoWrite", todos("a", "b")],
  ]);
  const after = play([["s", "TodoWrite", todos("c")]], before);
  expect(openTasks(after)).toEqual(["task", "theirs", "c"]);
  expect(openTasks(play([["s", "TodoWrite", { todos: [null, 7, { content: "d" }] }]], after))).toEqual([
    "task",
    "theirs",
    "d",
  ]);
});

test("300 tasks are kept, the newest, each with 500 characters", () => {
  const many = Array.from({ length: 301 }, (_, n) => create("s", String(n), `task ${n}`));
  const kept = play(many);
  expect(kept.length).toBe(300);
  expect(kept[0]?.text).toBe("task 1");
  const [long] = play([create("s", "1", "x".repeat(501))]);
  expect(long?.text).toBe(`${"x".repeat(499)}…`);
});
