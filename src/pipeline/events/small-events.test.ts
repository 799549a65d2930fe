/** Events with little to do: what each of them does, and when it does nothing. */

import { describe, expect, test } from "bun:test";
import { occasion } from "../../../test/hook-call.ts";
import type { ClientTask } from "../../clients/client-tasks.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { knowledgeIn } from "../../memory/sql/index.ts";
import { postToolUseFailure } from "./post-tool-use.ts";
import { taskCompleted } from "./task-completed.ts";

describe("a task that the client says is done", () => {
  test("is done in the list; without its number nothing is", async () => {
    await using app = await openTestApp();
    const task: ClientTask = { session: "s", id: "3", text: "Round", status: "pending" };
    const after: (readonly ClientTask[])[] = [];
    for (const fields of [{ task_id: "3" }, {}]) {
      const { input, ctx } = await occasion(app, "TaskCompleted", {
        session_id: "s",
        task_subject: "x",
        ...fields,
      });
      const changeClientTasks = async (change: (tasks: readonly ClientTask[]) => readonly ClientTask[]) =>
        void after.push(change([{ ...task, session: input.sessionId }]));
      expect(
        await taskCompleted(input, { ...ctx, continuity: { ...ctx.continuity, changeClientTasks } } as never),
      ).toEqual({});
    }
    expect(after.map((tasks) => tasks.map(({ status }) => status))).toEqual([["completed"]]);
  });
});

describe("a failed call", () => {
  const ERROR = "error: EADDRINUSE: address already in use 127.0.0.1:3000";

  test("is told what cured it before; an interrupted one and one that was not recorded are not", async () => {
    await using app = await openTestApp();
    const base = { session_id: "s1", cwd: app.dir, tool_name: "Bash", tool_input: { command: "npm start" } };
    const { normalizeLine } = await import("../../memory/digest/normalize.ts");
    await knowledgeIn(app.store).saveSolution({
      project: app.dir,
      fingerprint: normalizeLine(ERROR),
      kind: "by-hand",
      toolName: "",
      errorSample: ERROR,
      text: "Stop the other server: npm run stop",
      steps: [],
      source: "user",
      redaction: 1,
      at: 1,
    });
    const fail = (id: string) =>
      app.post("/hook", {
        ...base,
        hook_event_name: "PostToolUseFailure",
        tool_use_id: id,
        error: `Exit code 1\n${ERROR}`,
      });
    expect(await (await fail("t1")).text()).toContain("npm run stop");
    const { input, ctx } = await occasion(app, "PostToolUseFailure", {
      ...base,
      tool_use_id: "t1",
      error: ERROR,
    });
    expect(await postToolUseFailure({ ...input, isInterrupt: true }, ctx)).toEqual({});
    expect(await postToolUseFailure({ ...input, toolUseId: "unknown" }, ctx)).toEqual({});
  });
});
