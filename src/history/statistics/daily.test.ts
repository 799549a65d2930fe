import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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

test("figures that cannot be written disturb nobody, and are written when they can be", () =>
  inFolder((path) => {
    const gone = join(dirname(path), "gone", "daily.json");
    const daily = openDaily(gone, () => noon);
    daily.answered(1);
    daily.flush();
    mkdirSync(dirname(gone));
    daily.answered(1);
    daily.flush();
    expect(openDaily(gone, () => noon).all()).toMatchObject([{ hooks: 2 }]);
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

test("every time falls into a bucket of its own length, the shortest and the longest included", () =>
  inFolder((path) => {
    const daily = openDaily(path, () => noon);
    const p50 = (ms: number) => {
      const one = openDaily(`${path}-${ms}`, () => noon);
      one.answered(ms);
      const [day] = one.all();
      one.flush();
      return day?.p50;
    };
    expect([0, -1, Number.NaN, 0.05, 0.06].map(p50)).toEqual([0.05, 0.05, 0.05, 0.05, 0.06]);
    // The last bucket takes whatever is longer.
    expect(p50(1_000_000)).toBe(Number((0.05 * 1.2 ** 67).toPrecision(3)));
    expect(daily.all()).toEqual([]);
    daily.size(7);
    expect(daily.all()).toEqual([{ day: "2026-01-31", hooks: 0, sizeBytes: 7 }]);
    daily.flush();
  }));

test("half a year of days is kept, and what is no day in the file is left out", () =>
  inFolder((path) => {
    const days = Array.from({ length: 200 }, (_, n) => {
      const date = new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10);
      return [date, { counts: [1] }] as const;
    });
    const odd = {
      "not-a-day": { counts: [1] },
      "2024-01-01": null,
      "2024-01-02": { counts: new Array(69).fill(1) },
    };
    writeFileSync(
      path,
      JSON.stringify({ ...Object.fromEntries(days), ...odd, "2024-01-03": { counts: [1.5, -2, 3] } }),
    );
    const daily = openDaily(path, () => noon);
    expect(daily.all()).toHaveLength(201);
    expect(daily.all()[0]).toMatchObject({ day: "2024-01-03", hooks: 3 });
    daily.size(1);
    daily.flush();
    const kept = openDaily(path, () => noon).all();
    expect([kept.length, kept.at(-1)?.day]).toEqual([180, "2026-01-31"]);
    for (const text of ["{", "null", "3"]) {
      writeFileSync(path, text);
      expect(openDaily(path, () => noon).all()).toEqual([]);
    }
  }));
