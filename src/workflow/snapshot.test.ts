import { expect, test } from "bun:test";
import { snapshotName, snapshotsToDelete } from "./snapshot.ts";

test("a state file is named by the day that its session began and the start of its id", () => {
  const day = Date.UTC(2026, 2, 1, 23, 59);
  expect(snapshotName(day, "0b6c1f3e-9a52-4c1f", 8)).toBe("2026-03-01-0b6c1f3e.json");
  expect(snapshotName(day, "0b6c1f3e-9a52-4c1f", 13)).toBe("2026-03-01-0b6c1f3e-9a52.json");
});

test("the newest ten stay, whatever they are called", () => {
  const files = Array.from({ length: 12 }, (_, i) => ({
    name: `${i}.json`,
    timestamp: new Date(i * 1000).toISOString(),
    sessionId: `s${i}`,
  }));
  const kept = snapshotsToDelete(files.slice(0, 10) as never);
  expect(kept).toEqual([]);
  expect([...snapshotsToDelete(files as never)].sort()).toEqual(["0.json", "1.json"]);
});

test("a snapshot is named by the day of its session and the first eight signs of its id", () => {
  const at = Date.UTC(2026, 2, 1, 23);
  expect(snapshotName(at, "1a2b3c4d5e6f")).toBe("2026-03-01-1a2b3c4d.json");
  expect(snapshotName(at, "1a2b3c4d5e6f", 12)).toBe("2026-03-01-1a2b3c4d5e6f.json");
});

test("the oldest snapshots go beyond the newest ten, by name where the time is the same", () => {
  const file = (name: string, timestamp: string) => ({ name, timestamp });
  const some = [file("b", "1"), file("a", "1"), file("c", "2"), file("c", "2")];
  expect(snapshotsToDelete(some, 2)).toEqual(["b", "a"]);
  expect(snapshotsToDelete(some, 3)).toEqual(["a"]);
  const many = Array.from({ length: 11 }, (_, n) => file(`f${n}`, String(10 + n)));
  expect(snapshotsToDelete(many)).toEqual(["f0"]);
});
