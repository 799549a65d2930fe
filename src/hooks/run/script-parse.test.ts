import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseProblem } from "./script-parse.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-parse-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function problem(source: string, name = "a.ts"): string | undefined {
  const file = join(dir, name);
  writeFileSync(file, source);
  return parseProblem(file);
}

test.each([
  "export default async () => ({});",
  "export const hook = (input: object) => input;",
  "module.exports = () => ({});",
  "exports.hook = () => ({});",
  'export * from "./b.ts";',
])("%s can be used", (source) => {
  expect(problem(source)).toBeUndefined();
  expect(problem(source, "no-ending")).toBeUndefined();
});

test("a script without an export, one that does not parse and one that is not there say why", () => {
  expect(problem("const hook = 1;")).toBe(
    'It exports no function: use "export default" or "export const hook".',
  );
  expect(problem("export const other = 1;")).toContain("exports no function");
  expect(problem("export default (=>")).toContain("a.ts:1");
  expect(parseProblem(join(dir, "gone.ts"))).toContain("ENOENT");
});
