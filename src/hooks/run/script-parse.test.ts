import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseProblem } from "../hook-findings.ts";

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
  writeFileSync(join(dir, "b.ts"), "export const hook = () => ({});");
  expect(problem(source)).toBeUndefined();
  expect(problem(source, "no-ending")).toBeUndefined();
});

test("a script without an export, one that does not parse and one that is not there say why", () => {
  expect(problem("const hook = 1;")).toContain(
    'It exports no function: use "export default" or "export const hook".',
  );
  expect(problem("export default {};\n")).toContain("exports no function");
  expect(problem('import x from "./gone";\nexport default () => x;')).toContain("There is no file ./gone");
  expect(problem('\nimport x from "@none/x";\nexport default () => x;')).toMatch(
    /The package @none\/x is not installed[\s\S]*a\.ts:2$/,
  );
  expect(problem("export const other = 1;")).toContain("exports no function");
  expect(problem("export default (=>")).toContain("a.ts:1");
  expect(parseProblem(join(dir, "gone.ts"))).toContain("ENOENT");
});
