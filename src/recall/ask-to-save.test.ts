import { expect, test } from "bun:test";
import { join } from "node:path";
import { observation } from "../../test/contract/fixtures.ts";
import { occasion } from "../../test/hook-call.ts";
import type { App } from "../../test/memory-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Observation } from "../store/records/records.ts";
import { askToSave } from "./ask-to-save.ts";

const ON = { settings: { memory: { askToSave: true, askToSaveAfter: 3 } } };
const edits = (app: App, from: number, count: number, more: Partial<Observation> = {}) =>
  Array.from({ length: count }, (_, i) =>
    observation("s", from + i, { toolName: "Edit", files: [join(app.dir, `src/${from + i}.ts`)], ...more }),
  );
const record = (app: App, observations: Observation[]) =>
  recordsIn(app.store).record({ session: { id: "s", project: app.dir, cwd: app.dir, at: 1 }, observations });
const ask = async (app: App, fields: object = {}) => {
  const { input, ctx } = await occasion(app, "Stop", { stop_hook_active: false, ...fields });
  return askToSave(input, ctx);
};

test("S1.17 more changes than the user set are asked about once, the newest five named; as many are not", async () => {
  await using app = await openTestApp(ON);
  await record(app, edits(app, 1, 3));
  expect(await ask(app)).toBeUndefined();
  await record(app, edits(app, 4, 3));
  const text = (await ask(app)) ?? "";
  expect(text).toContain("6 changes");
  expect(text).toContain("(src/6.ts, src/5.ts, src/4.ts, src/3.ts, src/2.ts, …)");
  expect(await ask(app)).toBeUndefined();
});

test("what was saved since, what failed and what was only read do not count", async () => {
  await using app = await openTestApp(ON);
  await record(app, [
    ...edits(app, 1, 4),
    observation("s", 10, { toolName: "mcp__pawl__remember" }),
    ...edits(app, 20, 2),
    ...edits(app, 30, 5, { ok: false }),
    ...edits(app, 40, 5, { toolName: "Read" }),
  ]);
  expect(await ask(app)).toBeUndefined();
  await record(app, [
    observation("s", 50, { toolName: "mcp__pawl__remember", ok: false }),
    ...edits(app, 60, 2),
  ]);
  expect(await ask(app)).toContain("4 changes");
});

test("it is off unless it was turned on, and never asks while a hook already holds the turn", async () => {
  await using off = await openTestApp();
  await record(off, edits(off, 1, 50));
  expect(await ask(off)).toBeUndefined();
  await using on = await openTestApp(ON);
  await record(on, edits(on, 1, 4));
  expect(await ask(on, { stop_hook_active: true })).toBeUndefined();
  expect(await ask(on)).toContain("4 changes");
});

test("S1.17 files that a shell command writes are changes too, and are named", async () => {
  await using app = await openTestApp(ON);
  const bash = (at: number, command: string) =>
    observation("s", at, { toolName: "Bash", input: JSON.stringify({ command }), files: [] });
  await record(app, [
    ...edits(app, 1, 2),
    bash(5, "cat > config.json <<'EOF'\n{}\nEOF"),
    bash(6, "ls -la"),
    bash(7, "sed -i 's/a/b/' src/x.ts"),
  ]);
  expect(await ask(app)).toContain("4 changes since the last saved memory");
  await using other = await openTestApp(ON);
  await record(other, [...edits(other, 1, 3), bash(9, "npm test 2>&1")]);
  expect(await ask(other)).toBeUndefined();
});
