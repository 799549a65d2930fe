/** A client that sends events twice, out of order, or without the first one; many at once; a wrong clock. */

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createService } from "../../src/daemon/service.ts";
import { openTestApp } from "../../src/daemon/test-app.ts";
import { toSettings } from "../../src/hooks/config/schema.ts";
import { openCounters } from "../../src/platform/counters.ts";
import { openLog } from "../../src/platform/log.ts";
import { homeAt } from "../../src/platform/paths.ts";
import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually } from "../e2e/pawl.ts";

const call = (session: string, n: number) => ({
  hook_event_name: "PostToolUse",
  session_id: session,
  cwd: "/p",
  prompt_id: "p1",
  tool_name: "Bash",
  tool_use_id: `toolu_${n}`,
  tool_input: { command: `echo ${n}` },
  tool_response: { stdout: String(n) },
});
const prompt = (session: string) => ({
  hook_event_name: "UserPromptSubmit",
  session_id: session,
  cwd: "/p",
  prompt_id: "p1",
  prompt: "Do it",
});
const stop = (session: string) => ({
  hook_event_name: "Stop",
  session_id: session,
  cwd: "/p",
  prompt_id: "p1",
  last_assistant_message: "Done.",
});
const start = (session: string) => ({
  hook_event_name: "SessionStart",
  session_id: session,
  cwd: "/p",
  source: "startup",
});
const end = (session: string) => ({
  hook_event_name: "SessionEnd",
  session_id: session,
  cwd: "/p",
  reason: "other",
});

test("every event twice, in any order, without SessionStart: each is stored once", async () => {
  await using app = await openTestApp();
  const whole = [start("s1"), prompt("s1"), call("s1", 1), call("s1", 2), stop("s1"), end("s1")];
  for (const event of [...whole.toReversed(), ...whole]) await app.post("/hook", event);
  for (const event of [stop("s2"), call("s2", 1), prompt("s2"), prompt("s2")]) await app.post("/hook", event);
  for (const id of ["s1", "s2"]) {
    const records = await recordsIn(app.store).session(id);
    expect(records?.prompts.map(({ text }) => text)).toEqual(["Do it"]);
    expect(records?.responses.map(({ text }) => text)).toEqual(["Done."]);
    expect(records?.observations).toHaveLength(id === "s1" ? 2 : 1);
  }
  expect(await recordsIn(app.store).stats()).toMatchObject({ sessions: 2, prompts: 2, observations: 3 });
});

test("a clock that is set back by a day loses nothing and injects nothing twice", async () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-clock-"));
  const home = homeAt(join(dir, "home"));
  const store = await openStore({ database: home.database });
  let at = 1_800_000_000_000;
  const now = () => at;
  const log = openLog({ path: home.log, now, redact: (text) => text });
  const settings = toSettings({});
  const service = createService({ home, store, log, counters: openCounters(home.counters), now, settings });
  const send = (event: unknown) => service.hook({ body: JSON.stringify(event), env: {}, at: now() });
  try {
    await send(start("s1"));
    await send(prompt("s1"));
    await send(call("s1", 1));
    at -= 86_400_000;
    await send(call("s1", 1));
    await send(call("s1", 2));
    await send(stop("s1"));
    // The same text an hour later is another event, not a duplicate.
    at += 3_600_000;
    await send({ ...start("s1"), source: "resume" });
    at += 3_600_000;
    await send({ ...start("s1"), source: "resume" });
    const records = await recordsIn(store).session("s1");
    expect(records?.observations.map(({ toolUseId }) => toolUseId).sort()).toEqual(["toolu_1", "toolu_2"]);
    expect(records?.prompts).toHaveLength(1);
    expect(records?.events.filter(({ event }) => event === "SessionStart")).toHaveLength(3);
    expect((await service.counts()).handler_error).toBeUndefined();
  } finally {
    await service.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

interface Stored {
  observations: number;
  prompts: number;
  status: string;
}

test("fifty sessions at once, through the socket: everything is stored once", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  await pawl.run(["up"]);
  const headers = { Authorization: `Bearer ${await pawl.token()}` };
  const send = async (event: unknown) => {
    const answer = await fetch(`${pawl.url}/hook`, { method: "POST", headers, body: JSON.stringify(event) });
    expect(answer.status).toBe(200);
  };
  const session = async (id: string) => {
    await send(start(id));
    await send(prompt(id));
    for (let i = 0; i < 20; i++) await send(call(id, i));
    await send(stop(id));
    await send(end(id));
  };
  await Promise.all(Array.from({ length: 50 }, (_, i) => session(`many-${i}`)));
  // On a busy machine the keeper answers for a slow daemon, and hands the event over afterwards.
  const list = async () => (await pawl.json<{ sessions: Stored[] }>(["sessions", "--limit", "100"])).sessions;
  let sessions: Stored[] = [];
  await eventually(async () => {
    sessions = await list();
    const isWhole = ({ observations, prompts, status }: Stored) =>
      observations >= 20 && prompts >= 1 && status === "ended";
    return sessions.length >= 50 && sessions.every(isWhole);
  });
  expect(sessions).toHaveLength(50);
  for (const one of sessions) expect(one).toMatchObject({ observations: 20, prompts: 1, status: "ended" });
}, 180_000);

test("eight prompts of one session at the same moment, through the socket: all are stored", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  await pawl.run(["up"]);
  const headers = { Authorization: `Bearer ${await pawl.token()}` };
  const prompts = Array.from({ length: 40 }, (_, i) => `prompt ${i}`);
  const send = async (text: string) => {
    const body = JSON.stringify({ ...prompt("s"), prompt: text });
    return (await fetch(`${pawl.url}/hook`, { method: "POST", headers, body })).status;
  };
  for (let first = 0; first < prompts.length; first += 8) {
    const statuses = await Promise.all(prompts.slice(first, first + 8).map(send));
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  const stored = async () =>
    (await pawl.json<{ prompts: { text: string }[] }>(["session", "s"])).prompts
      .map(({ text }) => text)
      .sort();
  await eventually(async () => (await stored()).length >= prompts.length);
  expect(await stored()).toEqual(prompts.sort());
}, 180_000);
