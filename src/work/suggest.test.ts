/** S0.6–S0.8 through the daemon, with the events of the real client. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestApp } from "../daemon/test-app.ts";
import { HOOK_ENV_HEADER } from "../platform/hook-request.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;
type Output = { systemMessage?: string };

const fixtures = join(import.meta.dir, "..", "..", "test", "fixtures", "events");
const recorded = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(fixtures, `${name}.json`), "utf8"));
const [read, edit, write, bash, prompt] = [
  "PreToolUse.Read",
  "PreToolUse.Edit",
  "PreToolUse.Write",
  "PreToolUse.Bash",
  "UserPromptSubmit.typed",
].map(recorded);

async function hook(app: App, event: object, env?: Record<string, string>): Promise<Output> {
  const headers: Record<string, string> =
    env === undefined ? {} : { [HOOK_ENV_HEADER]: encodeURIComponent(JSON.stringify(env)) };
  const answer = await app.post("/hook", event, { headers });
  return (await answer.json()) as Output;
}

const call = (event: object | undefined, n: number) => ({ ...event, tool_use_id: `toolu_${n}` });

/** The calls at which the user is told; `edits` are Edit and Write in turn, all others look around. */
async function suggestedAt(
  app: App,
  edits: readonly number[],
  { from = 1, to = 120 }: { from?: number; to?: number } = {},
): Promise<number[]> {
  const injected: number[] = [];
  for (let n = from; n <= to; n++) {
    const place = edits.indexOf(n);
    const event = place === -1 ? (n % 2 === 0 ? read : bash) : place % 2 === 0 ? edit : write;
    const { systemMessage } = await hook(app, call(event, n));
    if (systemMessage === undefined) continue;
    expect(systemMessage).toStartWith(`Pawl: ${n} tool calls in this session. Consider /compact`);
    injected.push(n);
  }
  return injected;
}

test("S0.6 120 calls: told at the first Edit or Write from call 51, 76 and 101 on, and nowhere else", async () => {
  await using app = await openTestApp();
  await hook(app, prompt ?? {}, {});
  expect(await suggestedAt(app, [10, 50, 55, 56, 80, 99, 101, 110])).toEqual([55, 80, 101]);
});

test("S0.8 the line goes to the user, on one line, and names the three good moments", async () => {
  await using app = await openTestApp();
  for (let n = 1; n <= 50; n++) await hook(app, call(read, n));
  const output = await hook(app, call(edit, 51));
  expect(Object.keys(output)).toEqual(["systemMessage"]);
  expect(output.systemMessage).not.toContain("\n");
  for (const pastTurn of [
    "after exploring and before implementing",
    "after a milestone",
    "before switching context",
  ]) {
    expect(output.systemMessage).toContain(pastTurn);
  }
});

describe("S0.7 COMPACT_THRESHOLD travels with the prompt; http events carry none", () => {
  const every = Array.from({ length: 70 }, (_, n) => n + 1);
  test.each([
    ["10", [11, 36, 61]],
    ["0", [51]],
    ["abc", [51]],
    ["10001", [51]],
    ["1", [2, 27, 52]],
  ])("%s", async (threshold, expected) => {
    await using app = await openTestApp();
    await hook(app, prompt ?? {}, { COMPACT_THRESHOLD: threshold });
    expect(await suggestedAt(app, every, { to: 70 })).toEqual(expected);
  });

  test("a session without it is back at 50, whatever another session has", async () => {
    await using app = await openTestApp();
    await hook(app, { ...prompt, session_id: "other" }, { COMPACT_THRESHOLD: "3" });
    await hook(app, { ...prompt, prompt: "first" }, { COMPACT_THRESHOLD: "5" });
    await hook(app, { ...prompt, prompt: "second" }, {});
    expect(await suggestedAt(app, every, { to: 60 })).toEqual([51]);
  });
});

test("S0.6 a daemon that starts anew goes on counting, with the threshold, and repeats nothing", async () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-restart-"));
  const every = Array.from({ length: 60 }, (_, n) => n + 1);
  try {
    {
      await using app = await openTestApp({ dir });
      await hook(app, prompt ?? {}, { COMPACT_THRESHOLD: "10" });
      expect(await suggestedAt(app, every, { to: 20 })).toEqual([11]);
    }
    await using app = await openTestApp({ dir });
    expect(await suggestedAt(app, every, { from: 21, to: 60 })).toEqual([36]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test("what a subagent does counts for nothing, and it is not the one to be told", async () => {
  await using app = await openTestApp();
  const inSubagent = recorded("PreToolUse.Bash-in-subagent");
  for (let n = 1; n <= 60; n++) await hook(app, call(inSubagent, n));
  expect(await hook(app, { ...call(edit, 61), agent_id: inSubagent.agent_id })).toEqual({});
  expect(await hook(app, call(edit, 62))).toEqual({});
});
