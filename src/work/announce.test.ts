/** What a session is told of its work, at its start and at a prompt. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { occasion } from "../../test/hook-call.ts";
import { type App, begin, event, playedFolder, post, specs } from "../../test/played-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { messagesFor } from "../locale/index.ts";
import type { Injection } from "../store/records/records.ts";
import { startWork } from "./actions.ts";
import { announcement, damagedNotice, severalText, workflowAtPrompt, workflowAtStart } from "./announce.ts";
import type { Caller } from "./caller.ts";
import { placeOf } from "./place.ts";
import { readTimeline, readWorkflow, updateWorkflow, workflowPath } from "./workflow-files.ts";

const { workflow } = messagesFor("en");

async function atStart(app: App, id: string, source = "startup", before: Injection[] = []) {
  const { ctx } = await occasion(app, "SessionStart", { session_id: id, source });
  const told = await workflowAtStart({ id, source }, before, ctx);
  await app.service.idle();
  return told;
}
async function atPrompt(app: App, id: string) {
  const { ctx } = await occasion(app, "UserPromptSubmit", { session_id: id, prompt: "Go on" });
  return workflowAtPrompt(id, ctx);
}
const change = (app: App, id: string, more: object) =>
  updateWorkflow(playedFolder(app.service.workflowRoot, id), (state) => ({ ...state, ...more }));

test("without a workflow nothing is told", async () => {
  await using app = await openTestApp();
  expect(await atStart(app, "s")).toEqual({ block: undefined });
  expect(await atPrompt(app, "s")).toBeUndefined();
});

test("an unfinished workflow is told at every start, to the model in two lines and to the user in one", async () => {
  await using app = await openTestApp();
  await begin(app, "s");
  const first = await atStart(app, "s");
  expect(first.block?.sources).toMatchObject([
    { uri: "workflow://s", type: "workflow", reason: "unfinished workflow" },
  ]);
  const lines = first.block?.text.split("\n") ?? [];
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("1/8");
  expect(first.message).toContain("(1/8)");
  expect(await atStart(app, "s")).toEqual(first);
  expect(await atStart(app, "s", "clear")).toEqual(first);
  // A resumed conversation has it, until the work has moved.
  expect(await atStart(app, "s", "resume")).toEqual({});
  await change(app, "s", { currentStage: "TEST" });
  expect((await atStart(app, "s", "resume")).block).toBeDefined();
  expect(readTimeline(playedFolder(app.service.workflowRoot, "s"))).toMatchObject(
    ["startup", "startup", "clear", "resume", "resume"].map((source) => ({
      ...{ type: "session:start", source, session: "s" },
    })),
  );
});

test("of two workflows in one place, the session after /clear continues the one of the session that was cleared", async () => {
  await using app = await openTestApp();
  const fire = async (name: string, session: string, more: object) =>
    (await post(app, event(app, name, more, session))).hookSpecificOutput?.additionalContext ?? "";
  const caller = (id: string, feature: string): Caller => ({
    ...{ root: app.service.workflowRoot, place: placeOf(app.dir), id, feature, messages: messagesFor("en") },
    ...{ now: new Date().toISOString(), pawl: "pawl" },
  });
  for (const [id, feature] of [
    ["s", "alpha"],
    ["t", "beta"],
  ] as const) {
    await fire("SessionStart", id, { source: "startup" });
    await startWork(caller(id, feature), "quick");
  }
  await fire("SessionEnd", "s", { reason: "clear" });
  const cleared = await fire("SessionStart", "next", { source: "clear" });
  expect(cleared).toContain("alpha");
  expect(cleared).not.toContain("beta");
  expect(await fire("SessionStart", "other", { source: "startup" })).toContain("Several unfinished");
});

test("a finished workflow is not told; one that is damaged is told to the user", async () => {
  await using app = await openTestApp();
  await begin(app, "s");
  await change(app, "s", { endedAt: "2026-03-01T10:00:00.000Z" });
  expect(await atStart(app, "s")).toEqual({ block: undefined });
  expect(await atPrompt(app, "s")).toBeUndefined();
  await begin(app, "t");
  const path = workflowPath(playedFolder(app.service.workflowRoot, "t"));
  await Bun.write(path, "{");
  const { message, block } = await atStart(app, "t");
  expect(block).toBeUndefined();
  expect(message).toBe(damagedNotice({ kind: "fault", path, fault: "damaged" } as never, messagesFor("en")));
  expect(message).toContain(path);
});

test("open tasks of the feature come with it, unless the conversation has the list already", async () => {
  await using app = await openTestApp();
  specs(app, "# Login\n## Tasks\n- [ ] Form\n- [x] Page\n");
  const { block } = await atStart(app, "s");
  expect(block?.sources).toMatchObject([
    { uri: "specs://in-progress", type: "tasks", reason: "open tasks of the feature" },
  ]);
  expect(block?.text).toContain("Form");
  const had = { text: `before\n${block?.text}\nafter` } as Injection;
  const other = { text: "other" } as Injection;
  expect(await atStart(app, "s", "resume", [other, had])).toEqual({ block: undefined });
  // Only the last ten are looked at.
  expect(await atStart(app, "s", "resume", [...Array(9).fill(other), had])).toEqual({ block: undefined });
  expect((await atStart(app, "s", "resume", [...Array(10).fill(other), had])).block).toEqual(block as never);

  await begin(app, "w");
  await change(app, "w", { featureName: "user-login" });
  const whole = (await atStart(app, "w")).block?.text ?? "";
  expect(whole.split("\n").length).toBeGreaterThan(2);
  expect(whole).toContain("Form");
  const list = whole.split("\n").slice(2).join("\n");
  const again = await atStart(app, "w", "startup", [{ text: list } as Injection]);
  expect(again.block?.text).toBe(whole.split("\n").slice(0, 2).join("\n"));
});

test("a workflow without a feature gets the one that the folder points to", async () => {
  await using app = await openTestApp();
  specs(app, "# Login\n## Tasks\n- [ ] Form\n");
  await begin(app, "s");
  await atStart(app, "s");
  const folder = playedFolder(app.service.workflowRoot, "s");
  const read = readWorkflow(folder);
  expect(read.ok && read.state.featureName).toBe("user-login");
  expect(
    readTimeline(folder)
      .map(({ type }) => type)
      .sort(),
  ).toEqual(["feature:change", "session:start"]);
});

test("a workflow that began since the start is told at the next prompt, once", async () => {
  await using app = await openTestApp();
  await atStart(app, "s");
  await begin(app, "s");
  const block = await atPrompt(app, "s");
  expect(block?.sources).toMatchObject([
    { uri: "workflow://s", type: "workflow", reason: "workflow started" },
  ]);
  expect(block?.text.split("\n")).toHaveLength(2);
  expect(await atPrompt(app, "s")).toBeUndefined();
  // Later moves are the session's own.
  await change(app, "s", { currentStage: "TEST" });
  expect(await atPrompt(app, "s")).toBeUndefined();
  // Another workflow is another one.
  await change(app, "s", { createdAt: "2026-04-01T10:00:00.000Z" });
  expect(await atPrompt(app, "s")).toBeDefined();
});

test("several unfinished workflows are named, with how to choose", async () => {
  await using app = await openTestApp();
  await begin(app, "s");
  const read = readWorkflow(playedFolder(app.service.workflowRoot, "s"));
  if (!read.ok) throw new Error("no workflow");
  const words = messagesFor("en");
  const one = { folder: join(app.dir, "one"), state: { ...read.state, featureName: "login" } };
  const text = severalText([one, { ...one, state: { ...one.state, featureName: "tax" } }], words);
  expect(text.split("\n")).toHaveLength(2);
  expect(text).toStartWith("[Pawl] ");
  expect(text).toContain("login");
  expect(text).toContain("tax");
  expect(text.split("\n")[1]).toBe(workflow.severalHint("workflow_status {feature}"));
  const many = Array.from({ length: 60 }, (_, n) => ({
    ...one,
    state: { ...one.state, featureName: `f${n}` },
  }));
  const longest = workflow.several("").length + "[Pawl] ".length + 600;
  expect(severalText(many, words).split("\n")[0]?.length).toBeLessThanOrEqual(longest);
  expect(severalText(many, words).split("\n")[0]?.length).toBeGreaterThan(longest - 10);
  expect(announcement(one.state, words, "pawl workflow")[0]).toContain("login");
});
