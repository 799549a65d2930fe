import { expect, test } from "bun:test";
import { missed, toMarkdown } from "./table.ts";

const limit = (value: number) => ({ value, most: 2, text: "≤ 2 ×" });

test("a limit is missed above it or without a measurement, and met at it", () => {
  const rows = [2, 2.01, Number.NaN].map((value) => ({
    what: String(value),
    median: "",
    limit: limit(value),
  }));
  expect(missed(rows).map(({ what }) => what)).toEqual(["2.01", "NaN"]);
});

test("the table is Markdown with lines of equal width, and shows what was missed", () => {
  const lines = toMarkdown([
    { what: "a", median: "1 ms", limit: limit(1) },
    { what: "a longer name", median: "2 ms", p95: "3 ms", limit: limit(3) },
  ]).split("\n");
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  expect(lines[1]).toMatch(/^\| -+ \| -+ \| -+ \| -+ \| -+ \|$/);
  expect(lines[2]).toContain("✓");
  expect(lines[3]).toContain("✗ missed");
});
