import { expect, test } from "bun:test";
import { explainMemory, fateOf, loadingOf } from "./lifecycle.ts";
import type { MemoryStatus } from "./memory.ts";

const DAY = 86_400_000;
const memory = (more: object = {}) => ({
  uri: "project://a",
  project: "/p",
  priority: 5,
  status: "active" as MemoryStatus,
  createdAt: 0,
  updatedAt: 0,
  ...more,
});

test("0 to 2 is always loaded, 3 to 5 on demand, 6 and 7 by hand, 8 to 10 never", () => {
  const ways = Array.from({ length: 11 }, (_, priority) => loadingOf(priority));
  expect(ways).toEqual([
    ...Array(3).fill("always"),
    ...Array(3).fill("on-demand"),
    ...Array(2).fill("by-hand"),
    ...Array(3).fill("never"),
  ]);
});

test("S1.2 a task of 7 to 10 ends with its own session, and with no other", () => {
  const ended = { sessionId: "s1", project: "/p" };
  const fate = (more: object) =>
    fateOf(memory({ uri: "task://x", priority: 7, ...more }), { now: 1, ended }).becomes;
  expect(fate({ provenance: { sessionId: "s1" } })).toBe("deleted");
  expect(fate({ provenance: { sessionId: "s2" } })).toBeUndefined();
  expect(fate({})).toBeUndefined();
  expect(fate({ priority: 6, provenance: { sessionId: "s1" } })).toBeUndefined();
  expect(fate({ uri: "project://x", provenance: { sessionId: "s1" } })).toBeUndefined();
  // Nobody knows its session, or the session never ended: then time ends it.
  const later = (now: number) => fateOf(memory({ uri: "task://x", priority: 7 }), { now }).becomes;
  expect([later(30 * DAY - 1), later(30 * DAY)]).toEqual([undefined, "deleted"]);
});

test("4 to 6 expires after 30 idle days, whether made, changed or told; the rest stays", () => {
  const fate = (more: object, now = 30 * DAY) => fateOf(memory(more), { now }).becomes;
  for (const priority of [4, 5, 6]) expect(fate({ priority })).toBe("archived");
  for (const priority of [0, 3, 7, 10]) expect(fate({ priority }, 900 * DAY)).toBeUndefined();
  expect(fate({}, 30 * DAY - 1)).toBeUndefined();
  expect(fate({ updatedAt: DAY })).toBeUndefined();
  expect(fate({ accessedAt: DAY })).toBeUndefined();
  expect(fate({ status: "proposed" })).toBe("archived");
  for (const status of ["archived", "deleted"]) expect(fate({ status })).toBeUndefined();
});

test("every memory can say why it is loaded and why it stays or ends", () => {
  const why = (more: object) => explainMemory(memory(more), 10 * DAY);
  expect(why({})).toBe(
    "Loaded when it bears on what is being done (priority 3 to 5). Priority 4 to 6 expires when it is not used for 30 days: 20 left.",
  );
  expect(why({ priority: 0 })).toContain("Priority 0 to 3 stays.");
  expect(why({ priority: 9, uri: "task://x" })).toContain("ends with its session");
  expect(why({ priority: 8 })).toContain("until someone removes it");
  expect(why({ status: "archived" })).toContain("archived already");
});
