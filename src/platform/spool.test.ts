import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addToSpool,
  boundSpool,
  drainSpool,
  droppedFromSpool,
  forgetDropped,
  spooledFiles,
} from "./spool.ts";

let dir: string;
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), "pawl-spool-")), "spool");
});
afterEach(() => rmSync(join(dir, ".."), { recursive: true, force: true }));

const spoolBytes = () => spooledFiles(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);

const fill = (events: number, bytes: number) => {
  for (let i = 0; i < events; i++) addToSpool(dir, 1000 + i, `${i}`.padEnd(bytes, " "));
};

async function drained(): Promise<number[]> {
  const taken: number[] = [];
  await drainSpool(dir, async ({ body }) => void taken.push(Number(body)));
  return taken;
}

test("events come out once, in the order in which they were seen, and only their owner can read them", async () => {
  for (const at of [300, 100, 200]) addToSpool(dir, at, String(at));
  expect(readdirSync(dir).map((name) => statSync(join(dir, name)).mode & 0o777)).toEqual([
    0o600, 0o600, 0o600,
  ]);
  expect(await drained()).toEqual([100, 200, 300]);
  expect(await drained()).toEqual([]);
});

test("an event that could not be processed stays, with all later ones", async () => {
  fill(3, 1);
  const failing = drainSpool(dir, async ({ body }) => {
    if (body === "1") throw new Error("disk full");
  });
  await expect(failing).rejects.toThrow("disk full");
  expect(await drained()).toEqual([1, 2]);
});

test("over the limit, the oldest half becomes a count", async () => {
  fill(10, 100);
  expect(boundSpool(dir, 1000)).toBe(0);
  expect(droppedFromSpool(dir)).toBe(0);
  fill(1, 100);
  expect(boundSpool(dir, 1000)).toBe(6);
  expect(spoolBytes()).toBe(500);
  expect(droppedFromSpool(dir)).toBe(6);
  fill(6, 100);
  boundSpool(dir, 1000);
  expect(droppedFromSpool(dir)).toBe(12);
  forgetDropped(dir);
  expect(droppedFromSpool(dir)).toBe(0);
  expect(await drained()).toHaveLength(5);
});

test("a spool that was never needed is empty", async () => {
  forgetDropped(dir);
  expect(await drained()).toEqual([]);
  expect([spoolBytes(), droppedFromSpool(dir), boundSpool(dir, 0)]).toEqual([0, 0, 0]);
});

test("a file is named by its time, its process and its turn, so that names sort as times do", () => {
  addToSpool(dir, 7, "{}");
  addToSpool(dir, 123_456_789_012_345, "{}");
  const names = readdirSync(dir).sort();
  const pid = String(process.pid).padStart(7, "0");
  expect(names[0]).toMatch(new RegExp(`^000000000000007-${pid}-\\d+-[0-9a-f]{6}\\.json$`));
  expect(names[1]).toMatch(new RegExp(`^123456789012345-${pid}-\\d+-[0-9a-f]{6}\\.json$`));
});

test("the spool may have 256 MB, and drafts and other files are no events", () => {
  addToSpool(dir, 1, "{}");
  addToSpool(dir, 2, "{}");
  const [first = ""] = readdirSync(dir).sort();
  truncateSync(join(dir, first), 256 * 1024 * 1024 - 2);
  for (const other of [".draft.json", "note.txt"]) writeFileSync(join(dir, other), "x");
  expect([boundSpool(dir), spoolBytes()]).toEqual([0, 256 * 1024 * 1024]);
  truncateSync(join(dir, first), 256 * 1024 * 1024 - 1);
  expect([boundSpool(dir), spoolBytes()]).toEqual([1, 2]);
  expect(JSON.parse(readFileSync(join(dir, "dropped.jsonl"), "utf8"))).toEqual({ events: 1, from: 1, to: 1 });
});
