import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDaily } from "./daily.ts";

function inFolder(run: (path: string) => void) {
  const dir = mkdtempSync(join(tmpdir(), "pawl-daily-"));
  try {
    run(join(dir, "daily.json"));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const noon = new Date(2026, 0, 31, 12).getTime();

test("quantiles are at most a fifth too high, and the day survives a restart", () =>
  inFolder((path) => {
    const daily = openDaily(path, () => noon);
    for (let ms = 1; ms <= 100; ms++) daily.answered(ms);
    daily.size(4096);
    daily.flush();
    const [day] = openDaily(path, () => noon).all();
    expect(day).toMatchObject({ day: "2026-01-31", hooks: 100, sizeBytes: 4096 });
    for (const [found = 0, exact] of [
      [day?.p50, 50],
      [day?.p95, 95],
      [day?.p99, 99],
    ] as const) {
      expect(found).toBeGreaterThanOrEqual(exact);
      expect(found).toBeLessThanOrEqual(exact * 1.21);
    }
  }));

test("nonsense times and a damaged file cost nothing else", () =>
  inFolder((path) => {
    writeFileSync(path, '{"2026-01-30": {"counts": "x"}, "nonsense": 1, "2026-01-29": {"counts": [1]}');
    const daily = openDaily(path, () => noon);
    for (const ms of [Number.NaN, -1, 0, 1e12]) daily.answered(ms);
    daily.flush();
    expect(openDaily(path, () => noon).all()).toMatchObject([{ day: "2026-01-31", hooks: 4 }]);
  }));

test("when a hook was answered last is known without asking the file", () =>
  inFolder((path) => {
    let at = noon;
    const daily = openDaily(path, () => at);
    expect(daily.lastAt()).toBe(noon);
    at += 5000;
    expect(daily.lastAt()).toBe(noon);
    daily.answered(1);
    expect(daily.lastAt()).toBe(noon + 5000);
    // Its timer would write into the folder, which is gone then.
    daily.flush();
  }));

test("old days go", () =>
  inFolder((path) => {
    let at = noon;
    const daily = openDaily(path, () => at);
    for (let day = 0; day < 200; day++) {
      at = new Date(2026, 0, 1 + day, 12).getTime();
      daily.answered(1);
    }
    daily.flush();
    expect(openDaily(path, () => at).all()).toHaveLength(180);
  }));
