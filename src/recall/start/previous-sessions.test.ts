import { expect, test } from "bun:test";
import { occasion } from "../../../test/hook-call.ts";
import { type App, playing } from "../../../test/memory-session.ts";
import type { ClientName } from "../../clients/index.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { sessionStart } from "../../pipeline/events/session-start.ts";
import { HOOK_CLIENT_HEADER } from "../../platform/hook-request.ts";
import { RUNNING_MS } from "../../store/records/running.ts";
import { estimateTokens } from "../../text/tokens.ts";

/** Its prompt, its answer and its end, each a moment after what was before it. */
async function past(app: App, id: string, prompt: string, client?: ClientName): Promise<void> {
  const headers = client === undefined ? {} : { [HOOK_CLIENT_HEADER]: client };
  const fire = (event: string, fields: object) =>
    app.post("/hook", { hook_event_name: event, session_id: id, cwd: app.dir, ...fields }, { headers });
  await Bun.sleep(2);
  await fire("UserPromptSubmit", { prompt, turn_id: `turn-${id}` });
  await fire("SessionEnd", { reason: "other" });
  await app.service.idle();
}

async function start(app: App, client?: ClientName, fields: object = {}): Promise<string> {
  const { input, ctx } = await occasion(
    app,
    "SessionStart",
    { source: "startup", session_id: "new", ...fields },
    { client, at: Date.now() },
  );
  return (await sessionStart(input, ctx)).context ?? "";
}

/** The sessions that are in a text, in their order. */
const sessionsIn = (text: string) => [...text.matchAll(/^Session (\S+)/gm)].map(([, id]) => id);

test("one session is given, the newest, where all are of one client", async () => {
  await using app = await openTestApp();
  await past(app, "one", "Rename the parser of the lists");
  await past(app, "two", "Split the lexer into two parts");
  expect(sessionsIn(await start(app))).toEqual(["two"]);
});

test("a client that comes back is given what the other did since, and where it left off itself; three at most", async () => {
  await using app = await openTestApp();
  await past(app, "one", "Rename the parser of the lists", "codex");
  await past(app, "two", "Split the lexer into two parts", "codex");
  // Never here before: both are news to it.
  expect(sessionsIn(await start(app, "claude-code"))).toEqual(["two", "one"]);
  expect(sessionsIn(await start(app, "codex"))).toEqual(["two"]);
  await past(app, "three", "Write the notes of the release");
  expect(sessionsIn(await start(app, "codex"))).toEqual(["three", "two"]);
  expect(sessionsIn(await start(app, "claude-code"))).toEqual(["three"]);
  for (const id of ["four", "five", "six"]) await past(app, id, `Look into part ${id} of it`);
  expect(sessionsIn(await start(app, "codex"))).toEqual(["six", "five", "four"]);
});

test("a fork is given every session that ran since its origin was told, also one that ran beside it", async () => {
  await using app = await openTestApp();
  await past(app, "old", "Rename the parser of the lists");
  const origin = playing(app, "aaa");
  await origin.start();
  await origin.ask("Wait for the long command");
  await Bun.sleep(2);
  await past(app, "bbb", "Split the lexer into two parts");
  await past(app, "ccc", "Write the notes of the release");
  await origin.end();
  const text = await start(app, undefined, { source: "resume", session_id: "aaa" });
  expect(sessionsIn(text)).toEqual(["ccc", "bbb"]);
});

test("a session that has not ended is marked as still running; after hours of silence it is not", async () => {
  await using app = await openTestApp();
  const beside = playing(app, "beside");
  await beside.ask("Rename the parser of the lists");
  await beside.stop();
  const head = (text: string) => text.split("\n").find((line) => /^(?:## )?Session/.test(line));
  expect(head(await start(app))).toContain("· still running");
  const { context } = (await (await app.request("/api/context")).json()) as { context: string };
  expect(head(context)).toContain("· still running");
  const later = await occasion(
    app,
    "SessionStart",
    { source: "startup", session_id: "new" },
    { at: Date.now() + RUNNING_MS },
  );
  expect(head((await sessionStart(later.input, later.ctx)).context ?? "")).not.toContain("running");
  await beside.end();
  expect(head(await start(app))).not.toContain("running");
});

test("it is told by the files that it changed, or read if it changed none, in at most 35 tokens", async () => {
  await using app = await openTestApp();
  const looked = playing(app, "looked");
  await looked.ask("Look for the rounding of the totals");
  await looked.fire("PostToolUse", {
    tool_name: "Read",
    tool_input: { file_path: `${app.dir}/src/totals.ts` },
    tool_use_id: "r1",
    tool_response: "export",
  });
  await looked.end();
  expect(await start(app)).toContain("Session looked · Read: src/totals.ts\n");
  await Bun.sleep(2);
  const worked = playing(app, "worked");
  await worked.ask("Round the totals everywhere");
  for (let i = 0; i < 9; i++) {
    await worked.edit(`src/part/number-${i}/totals-of-it.ts`, "a", "b");
    // The newest file comes first: two edits of one millisecond have no order.
    await Bun.sleep(2);
  }
  await worked.end();
  const line = (await start(app)).split("\n").find((one) => one.startsWith("Session")) ?? "";
  expect(line).toContain("Session worked · Changed: src/part/number-8/totals-of-it.ts");
  expect(estimateTokens(line)).toBeLessThanOrEqual(35);
});
