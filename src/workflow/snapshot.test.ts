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
