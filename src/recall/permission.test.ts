import { expect, test } from "bun:test";
import { observation } from "../../test/contract/fixtures.ts";
import { occasion } from "../../test/hook-call.ts";
import type { App } from "../../test/memory-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { refusedBefore } from "./permission.ts";

let keys = 0;
const decided = (app: App, decision: "allow" | "deny", at: number, more: object = {}) =>
  app.store.addPermission({
    key: `k${keys++}`,
    project: app.dir,
    sessionId: "past",
    at,
    toolName: "Bash",
    subject: "git push",
    decision,
    ...more,
  });
const push = async (app: App, command = "git push origin main", more: object = {}) => {
  const fields = { tool_name: "Bash", tool_input: { command }, tool_use_id: "t", ...more };
  const { input, ctx } = await occasion(app, "PreToolUse", fields);
  return refusedBefore(input, ctx);
};
const DAY = Date.UTC(2026, 0, 5, 12);

test("what the user refused is told once a session, with how often and when", async () => {
  await using app = await openTestApp();
  expect(await push(app)).toBeUndefined();
  await decided(app, "deny", DAY);
  expect(await push(app)).toContain(
    "the user refused Bash(git push) once in earlier sessions, last 2026-01-05",
  );
  expect(await push(app)).toBeUndefined();
  await decided(app, "deny", DAY + 1);
  expect(await push(app, undefined, { session_id: "another" })).toContain("2 times");
});

test("what was allowed later, another kind of call, and a muted refusal are not told", async () => {
  await using app = await openTestApp();
  await decided(app, "deny", DAY);
  expect(await push(app, "git status")).toBeUndefined();
  await decided(app, "allow", DAY + 1);
  expect(await push(app)).toBeUndefined();
  await decided(app, "deny", DAY + 2);
  app.service.muted.set("permission://Bash(git push)", true);
  expect(await push(app)).toBeUndefined();
  app.service.muted.set("permission://Bash(git push)", false);
  expect(await push(app)).toContain("2 times");
});

test("the refusal of this very session stands in its conversation; of another project it is none", async () => {
  await using app = await openTestApp();
  await decided(app, "deny", DAY, { sessionId: "s" });
  await decided(app, "deny", DAY, { project: "/elsewhere" });
  expect(await push(app)).toBeUndefined();
  await decided(app, "deny", DAY - 1);
  expect(await push(app)).toContain("2 times");
});

test("a tool without a subject is named alone", async () => {
  await using app = await openTestApp();
  await decided(app, "deny", DAY, { toolName: "mcp__mail__send", subject: "" });
  const fields = { tool_name: "mcp__mail__send", tool_input: {}, tool_use_id: "t" };
  const { input, ctx } = await occasion(app, "PreToolUse", fields);
  expect(await refusedBefore(input, ctx)).toContain("the user refused mcp__mail__send once");
});

test("S1.8 a refusal is injected with the user's own reason, the last one given", async () => {
  await using app = await openTestApp();
  const refuse = async (at: number, said: string) => {
    const response = `The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n${said}`;
    const call = observation("past", at, { toolName: "Bash", ok: false, response });
    await app.store.record({
      session: { id: "past", project: app.dir, cwd: app.dir, at },
      observations: [call],
    });
    await decided(app, "deny", at, { key: call.key });
  };
  await refuse(DAY, "not on a Friday");
  await refuse(DAY + 1, "never push from here, open a PR");
  const text = await push(app);
  expect(text).toContain("last 2026-01-05, saying “never push from here, open a PR”");
  expect(text).not.toContain("Friday");
});
