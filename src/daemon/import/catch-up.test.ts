import { expect, test } from "bun:test";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { seen } from "../../../test/contract/fixtures.ts";
import { keepAll, script, toJsonl } from "../../../test/fixtures/transcript-lines.ts";
import { openTempStore } from "../../../test/temp-store.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { createCatchUps, readSessionFiles } from "./catch-up.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function open(more: object = {}) {
  const temp = await openTempStore();
  const added: string[] = [];
  const catchUps = createCatchUps({
    store: temp.store,
    read: (id, path) =>
      readSessionFiles(id, path, {
        store: temp.store,
        redact: keepAll,
        projectOf: (cwd) => cwd,
        offSpans: () => [],
        ...more,
      }),
    now: () => 1_700_000_000_000,
    log: silent,
    onAdded: async (id) => void added.push(id),
    ...more,
  });
  const write = (name: string, lines: object[]) => {
    const path = join(temp.dir, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, toJsonl(lines as never));
    return path;
  };
  return { ...temp, catchUps, added, write };
}

function story(id: string, agentId?: string) {
  const s = script("new", id, agentId);
  return {
    s,
    lines: [
      s.user(`Ask ${id}`),
      s.call(`t-${id}-${agentId ?? ""}`, "Bash", { command: "ls" }),
      s.result(`t-${id}-${agentId ?? ""}`, "ok"),
    ],
  };
}

test("what the transcript has and the store has not is added, and whoever listens hears of the session once", async () => {
  await using temp = await open();
  const path = temp.write("a.jsonl", story("a").lines);
  await temp.catchUps.session("a", path);
  expect(await recordsIn(temp.store).stats()).toMatchObject({ prompts: 1, observations: 1 });
  expect(temp.added).toEqual(["a"]);
  await temp.catchUps.session("a", path);
  expect(temp.added).toEqual(["a"]);
});

test("the transcripts of its subagents are read with it", async () => {
  await using temp = await open();
  const path = temp.write("a.jsonl", story("a").lines);
  temp.write("a/subagents/agent-x1.jsonl", story("a", "x1").lines);
  await temp.catchUps.session("a", path);
  expect(
    (await recordsIn(temp.store).session("a"))?.observations.map(({ agentId }) => agentId).sort(),
  ).toEqual(["x1", undefined]);
});

test("what is no transcript is not opened: another ending, a folder, nothing at all", async () => {
  await using temp = await open();
  mkdirSync(join(temp.dir, "folder.jsonl"));
  for (const path of [
    temp.write("a.txt", story("a").lines),
    join(temp.dir, "folder.jsonl"),
    join(temp.dir, "gone.jsonl"),
  ])
    await temp.catchUps.session("a", path);
  expect((await recordsIn(temp.store).stats()).sessions).toBe(0);
  expect(temp.added).toEqual([]);
});

test("who comes while one is read is served by a later reading, which sees what was written meanwhile", async () => {
  await using temp = await open();
  const { s, lines } = story("a");
  const path = temp.write("a.jsonl", lines);
  const first = temp.catchUps.session("a", path);
  appendFileSync(path, toJsonl([s.user("And this")]));
  const second = temp.catchUps.session("a", path);
  await Promise.all([first, second]);
  expect((await recordsIn(temp.store).stats()).prompts).toBe(2);
});

test("a reading that failed keeps no later one from being done", async () => {
  let isDown = true;
  const fails = async () => {
    if (isDown) throw new Error("down");
  };
  await using temp = await open({ onAdded: fails });
  const { s, lines } = story("a");
  const path = temp.write("a.jsonl", lines);
  const [first, second] = [temp.catchUps.session("a", path), temp.catchUps.session("a", path)];
  await expect(first).rejects.toThrow("down");
  await second;
  isDown = false;
  appendFileSync(path, toJsonl([s.user("And this")]));
  await temp.catchUps.session("a", path);
  expect((await recordsIn(temp.store).stats()).prompts).toBe(2);
});

test("sessions of the last seven days are caught up at a start, older ones and those without a transcript not", async () => {
  await using temp = await open();
  const { store } = temp;
  const now = 1_700_000_000_000;
  const week = 7 * 86_400_000;
  for (const [id, at] of [
    ["new", now - 1000],
    ["edge", now - week],
    ["old", now - week - 1],
  ] as const) {
    const transcriptPath = temp.write(`${id}.jsonl`, story(id).lines);
    await recordsIn(store).record({ session: seen(id, at, { transcriptPath }) });
  }
  await recordsIn(store).record({ session: seen("without", now - 2000) });
  await temp.catchUps.recent();
  expect(temp.added.sort()).toEqual(["edge", "new"]);
});
