import { expect, test } from "bun:test";
import { observation } from "../../../test/contract/fixtures.ts";
import type { Observation } from "../../store/records/records.ts";
import { workingSet } from "./working-set.ts";

const openItems = (observations: readonly Observation[]) =>
  workingSet({ prompts: [], observations, responses: [] }).open;

let at = 0;
const call = (toolName: string, input: object, more: Partial<Observation> = {}) =>
  observation("s", ++at, { toolName, input: JSON.stringify(input), ...more });
const todos = (...items: [string, string][]) =>
  call("TodoWrite", { todos: items.map(([content, status]) => ({ content, status })) });

test("the last to-do list counts, what is in progress first, what is closed not", () => {
  expect(
    openItems([
      todos(["old", "pending"]),
      todos(
        ["later", "pending"],
        ["done", "completed"],
        ["now", "in_progress"],
        ["gone", "cancelled"],
        ["", "pending"],
      ),
    ]),
  ).toEqual(["now", "later"]);
  // Not a list: nothing is known to have changed.
  expect(openItems([todos(["old", "pending"]), call("TodoWrite", { todos: "none" })])).toEqual(["old"]);
});

test("a task is known by the number in its answer, else by its order, and changes with its updates", () => {
  const tasks = [
    call("TaskCreate", { subject: "one" }, { response: "Task #7 created" }),
    call("TaskCreate", { subject: "two" }, { response: "" }),
    call("TaskUpdate", { taskId: "7", status: "completed" }),
    call("TaskUpdate", { taskId: 2, subject: "two, better", status: "in_progress" }),
    call("TaskUpdate", { taskId: "99", status: "completed" }),
  ];
  expect(openItems(tasks)).toEqual(["two, better"]);
});

test("what failed and what a subagent noted is not the session's own", () => {
  expect(
    openItems([
      call("TaskCreate", { subject: "a" }, { ok: false }),
      call("TaskCreate", { subject: "b" }, { agentId: "x" }),
    ]),
  ).toEqual([]);
});

test("an item is one line, cut, and said once", () => {
  const [item] = openItems([todos([`a\nb ${"c".repeat(300)}`, "pending"])]);
  expect(item).toStartWith("a b c");
  expect(item?.length).toBeLessThanOrEqual(160);
  expect(openItems([todos(["same", "pending"]), call("TaskCreate", { subject: "same" })])).toEqual(["same"]);
});
