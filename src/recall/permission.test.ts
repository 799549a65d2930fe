import { expect, test } from "bun:test";
import { observation } from "../../test/contract/fixtures.ts";
import { occasion } from "../../test/hook-call.ts";
import { type App, playing } from "../../test/memory-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { knowledgeIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import { refusedBefore } from "./permission.ts";

const SUITE = "mise run test:ci";
const DAY = Date.UTC(2026, 0, 5, 12);
const refusal = (said: string) =>
  `The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n${said}`;

/** A refused call of an earlier session, and the decision that was learned from it. */
async function refuse(
  app: App,
  at: number,
  response: string,
  more: { command?: string; session?: string } = {},
) {
  const { command = SUITE, session = "past" } = more;
  const input = JSON.stringify({ command, description: "Run" });
  const call = observation(session, at, { toolName: "Bash", ok: false, input, response });
  await recordsIn(app.store).record({
    session: { id: session, project: app.dir, cwd: app.dir, at },
    observations: [call],
  });
  const decision = { key: call.key, project: app.dir, sessionId: session, at, toolName: "Bash" } as const;
  await knowledgeIn(app.store).addPermission({ ...decision, subject: "mise run", decision: "deny" });
}

const before = async (app: App, command = SUITE, more: object = {}) => {
  const fields = { tool_name: "Bash", tool_input: { command }, tool_use_id: "t", ...more };
  const { input, ctx } = await occasion(app, "PreToolUse", fields);
  return refusedBefore(input, ctx);
};

test("S1.4 S1.8 a command that was refused with a reason is told once a session, with the last reason", async () => {
  await using app = await openTestApp();
  expect(await before(app)).toBeUndefined();
  await refuse(app, DAY, refusal("not on a Friday"));
  await refuse(app, DAY + 1, refusal("too slow, run the unit tests"));
  const text = await before(app);
  expect(text).toContain(
    "the user refused this command on 2026-01-05, saying “too slow, run the unit tests”",
  );
  expect(text).not.toContain("Friday");
  expect(await before(app)).toBeUndefined();
  expect(await before(app, `  mise  run test:ci`, { session_id: "another" })).toContain("too slow");
});

test("a refused command says nothing about another one of the same program, nor does one without a reason", async () => {
  await using app = await openTestApp();
  await refuse(app, DAY, refusal("too slow"));
  expect(await before(app, "mise run lint")).toBeUndefined();
  expect(await before(app, "mise run test:ci --fast")).toBeUndefined();
  await refuse(app, DAY, "The user doesn't want to proceed with this tool use.", {
    command: "mise run deploy",
  });
  expect(await before(app, "mise run deploy")).toBeUndefined();
});

test("a command that ran after it was refused is no longer held against anybody", async () => {
  await using app = await openTestApp();
  await refuse(app, DAY, refusal("too slow"));
  const later = playing(app, "later");
  await later.ask("Run everything once");
  await later.run(SUITE);
  await later.end();
  expect(await before(app)).toBeUndefined();
});

test("a muted refusal, one of this very session and one of another project are not told", async () => {
  await using app = await openTestApp();
  await refuse(app, DAY, refusal("too slow"), { session: "s" });
  expect(await before(app)).toBeUndefined();
  await refuse(app, DAY + 1, refusal("too slow"));
  app.service.muted.set(`permission://Bash(${SUITE})`, true);
  expect(await before(app)).toBeUndefined();
  app.service.muted.set(`permission://Bash(${SUITE})`, false);
  expect(await before(app, SUITE, { cwd: "/", session_id: "elsewhere" })).toBeUndefined();
  expect(await before(app)).toContain("too slow");
});
