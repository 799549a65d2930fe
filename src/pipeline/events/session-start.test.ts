import { expect, spyOn, test } from "bun:test";
import { occasion } from "../../../test/hook-call.ts";
import { type App, playing } from "../../../test/memory-session.ts";
import { specs } from "../../../test/played-session.ts";
import { memory } from "../../../test/temp-store.ts";
import { leaveNotice } from "../../daemon/notice.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { digestsIn, memoriesIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { sessionStart } from "./session-start.ts";

const start = async (app: App, fields: object = {}, more: object = {}) => {
  const { input, ctx } = await occasion(app, "SessionStart", { source: "startup", ...fields }, more);
  return sessionStart(input, ctx);
};
async function past(app: App, id: string, prompt: string): Promise<void> {
  const session = playing(app, id);
  await session.ask(prompt);
  await session.end();
}

test("a project without a past is told nothing; a notice for the user is told all the same", async () => {
  await using app = await openTestApp();
  expect(await start(app)).toEqual({});
  leaveNotice(app.home, "The store was rebuilt.");
  expect(await start(app)).toEqual({ message: "The store was rebuilt." });
  expect((await recordsIn(app.store).stats()).injections).toBe(0);
});

test("earlier sessions and memories are told to the model, and to the user in one line; a notice comes first", async () => {
  await using app = await openTestApp();
  await past(app, "past", "Rename the parser");
  await memoriesIn(app.store).saveMemory(
    memory("project://rules/tabs", "Indent with tabs.", { project: app.dir, priority: 1 }),
  );
  leaveNotice(app.home, "Mind the store.");
  const { context, message } = await start(app);
  expect(context).toContain("Indent with tabs.");
  expect(context).toContain("Rename the parser");
  const lines = message?.split("\n") ?? [];
  expect(lines).toEqual([
    "Mind the store.",
    expect.stringMatching(
      /^Pawl: added 1 memory and 1 earlier session of this project to the context \(\d+ tokens\)$/,
    ),
  ]);
});

test("where only memories are told, no session is counted to the user", async () => {
  await using app = await openTestApp();
  await memoriesIn(app.store).saveMemory(
    memory("project://rules/tabs", "Indent with tabs.", { project: app.dir, priority: 1 }),
  );
  const { message } = await start(app);
  expect(message).toMatch(/^Pawl: added 1 memory to the context \(\d+ tokens\)$/);
});

test("a resumed session is told what is news to it; a cleared one everything again", async () => {
  await using app = await openTestApp();
  await past(app, "one", "Rename the parser");
  const at = Date.now();
  expect((await start(app, {}, { at })).context).toContain("Rename the parser");
  expect(await start(app, { source: "resume" }, { at: at + 1 })).toEqual({});
  await Bun.sleep(2);
  await past(app, "two", "Split the lexer");
  const news = (await start(app, { source: "resume" }, { at: at + 1 })).context;
  expect(news).toContain("Split the lexer");
  expect(news).not.toContain("Rename the parser");
  expect((await start(app, { source: "clear" }, { at: at + 2 })).context).toContain("Split the lexer");
});

test("open tasks are told, and again to a resumed session only where they have changed", async () => {
  await using app = await openTestApp();
  specs(app, "## Tasks\n- [ ] TASK_ONE\n");
  expect((await start(app)).context).toContain("TASK_ONE");
  expect(await start(app, { source: "resume" })).toEqual({});
  specs(app, "## Tasks\n- [ ] TASK_TWO\n");
  expect((await start(app, { source: "resume" })).context).toContain("TASK_TWO");
});

test("after a compaction the work is restored instead", async () => {
  await using app = await openTestApp();
  await past(app, "past", "Rename the parser");
  expect(await start(app, { source: "compact" })).toEqual({});
});

test("S1.11 one line where something was injected, and at most three however much news there is", async () => {
  await using app = await openTestApp();
  await past(app, "past", "Rename the parser");
  expect((await start(app)).message?.split("\n")).toHaveLength(1);
  for (let i = 0; i < 5; i++) {
    const rule = { project: app.dir, status: "proposed", author: "claude", at: Date.now() + 60_000 } as const;
    await memoriesIn(app.store).saveMemory(
      memory(`project://rules/r${i}`, `Rule number ${i} of many.`, rule),
    );
  }
  leaveNotice(app.home, "Mind the store.");
  const lines = (await start(app, { session_id: "later" })).message?.split("\n") ?? [];
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe("Mind the store.");
  expect(lines[1]).toContain("1 earlier session");
  expect(lines[2]).toMatch(/Rule number.*more\)$/);
});

test("a start looks at the client's own files, also after a compaction", async () => {
  await using app = await openTestApp();
  for (const source of ["startup", "compact"]) {
    const transcript_path = `${app.dir}/s.jsonl`;
    const { input, ctx } = await occasion(app, "SessionStart", { source, transcript_path });
    using looked = spyOn(ctx.clientMemory, "started");
    await sessionStart(input, ctx);
    expect(looked.mock.calls).toEqual([
      [{ project: app.dir, cwd: app.dir, transcriptPath: `${app.dir}/s.jsonl` }],
    ]);
  }
});

test("of sessions that were killed before they had a digest, three get it at the next start, never the one that starts", async () => {
  await using app = await openTestApp();
  const ids = ["k1", "k2", "k3", "k4", "s"];
  for (const [i, id] of ids.entries()) {
    const session = { id, project: app.dir, cwd: app.dir, at: i + 1 };
    const prompts = [{ key: `${id}/p`, sessionId: id, at: i + 1, redaction: 1, text: `Wish ${i}` }];
    await recordsIn(app.store).record({ session, prompts });
  }
  const missing = async () => (await digestsIn(app.store).sessionsWithoutDigest(9, app.dir)).sort();
  expect(await missing()).toEqual(ids);
  await start(app);
  // The newest three were looked at, and one of them is the session itself.
  expect(await missing()).toEqual(["k1", "k2", "s"]);
});
