/** Test names cite requirements. This test keeps the list: a finished requirement must stay cited. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "..", "..");

/** `S0.1`, and ranges such as `S4.1–S4.11`. Grows with every finished issue. */
const DONE = ["S4.1–S4.11", "S0.1–S0.16", "S1.1–S1.24", "S2.1–S2.22", "S3.1–S3.19"];

function expand(range: string): string[] {
  const [from = "", to = from] = range.split("–");
  const [chapter = "", first = ""] = from.split(".");
  const last = to.split(".")[1] ?? first;
  return Array.from(
    { length: Number(last) - Number(first) + 1 },
    (_, i) => `${chapter}.${Number(first) + i}`,
  );
}

test("every finished requirement is cited by a test's name", () => {
  const cited = new Set<string>();
  for (const file of new Bun.Glob("{src,test}/**/*.test.ts").scanSync(root)) {
    const names = readFileSync(join(root, file), "utf8").matchAll(
      /\b(?:test|describe)(?:\.each\([^)]*\))?\(\s*["'`]([^"'`]*)/g,
    );
    for (const [, name = ""] of names) for (const [id] of name.matchAll(/\bS\d\.\d+/g)) cited.add(id);
  }
  expect(DONE.flatMap(expand).filter((id) => !cited.has(id))).toEqual([]);
});
