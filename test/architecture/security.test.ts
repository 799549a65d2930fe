/** Checks docs/security.md: every protection names its tests, and they exist. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "..", "..");

/** The last cell of each row: `file: part of the test's name; file: …`. */
function namedTests(): { file: string; name: string }[] {
  const rows = readFileSync(join(root, "docs", "security.md"), "utf8")
    .split("\n")
    // Tables of threats have three columns; those of two say what is found and what is not.
    .filter((line) => line.startsWith("| ") && line.split(/(?<!\\)\|/).length > 4)
    .filter((line) => !line.startsWith("| ---") && !/\| test +\|$/.test(line));
  return rows.flatMap((row) => {
    const cell = row.split("|").at(-2)?.trim() ?? "";
    const named = cell.split(/;\s(?=src|test)/).map((one) => one.split(/:\s/));
    return named.map(([file = "", ...name]) => ({ file, name: name.join(": ") }));
  });
}

test("every row of the threat model names a test that exists", () => {
  const named = namedTests();
  expect(named.length).toBeGreaterThan(25);
  const missing = named.filter(
    ({ file, name }) =>
      name === "" || !existsSync(join(root, file)) || !readFileSync(join(root, file), "utf8").includes(name),
  );
  expect(missing).toEqual([]);
});
