import { expect, test } from "bun:test";
import { BadGlob, compileGlob, MAX_GLOB } from "./glob.ts";

test.each([
  ["*.ts", "/a/b/c.ts", true],
  ["*.ts", "c.ts", true],
  ["*.ts", "/a/b.ts/c.js", false],
  ["*.ts", "C:\\repo\\c.ts", true],
  ["src/**/*.ts", "src\\a\\b.ts", true],
  ["src/**/*.ts", "src/a/b/c.ts", true],
  ["src/**/*.ts", "src/c.ts", true],
  ["src/*.ts", "src/a/c.ts", false],
  ["/repo/**", "/repo/a/b", true],
  ["/repo/**", "/repo-evil/a", false],
  ["*.{ts,tsx}", "/a/App.tsx", true],
  ["*.{ts,tsx}", "/a/App.jsx", false],
  ["{src,test}/**", "test/x.ts", true],
  ["?.ts", "/a/b.ts", true],
  ["?.ts", "/a/bb.ts", false],
  ["[abc].ts", "b.ts", true],
  ["[!abc].ts", "b.ts", false],
  ["[a-c]x.ts", "bx.ts", true],
  [".env*", "/repo/.env.local", true],
  ["*", "/repo/.env", true],
  ["Makefile", "/repo/Makefile", true],
  ["!x", "!x", true],
  ["!x", "y", false],
  ["*.ts", "/a/$(touch pwned).ts", true],
  ["*.ts", "/a/two\nlines.ts", true],
])("S0.16 %s on %j is %p", (pattern, path, expected) => {
  expect(compileGlob(pattern)(path)).toBe(expected);
});

test("S0.16 both separators are understood", () => {
  expect(compileGlob("**/hooks/*.ts")("C:\\work\\hooks\\a.ts")).toBe(true);
});

test.each(["{a", "[a", "{a,[b}", "a{b{c}"])("%s is refused: it has no closing", (pattern) => {
  expect(() => compileGlob(pattern)).toThrow(BadGlob);
});

test("a pattern beyond the bound is refused", () => {
  expect(() => compileGlob("a".repeat(MAX_GLOB + 1))).toThrow(BadGlob);
});

// Each of these takes minutes to years when it is tried by backtracking; a test that hangs fails by the runner's limit.
test.each([
  ["many stars", `${"*a".repeat(200)}b`, "a".repeat(20_000)],
  ["many double stars", `${"**/a/".repeat(100)}b`, "a/".repeat(10_000)],
  ["overlapping choices", `${"{a,aa}".repeat(60)}b`, "a".repeat(100)],
  ["choices of stars", `${"{*a,*aa}".repeat(30)}b`, "a".repeat(2000)],
  ["nested choices", `${"{a,{a,{a,{a,{a,a}}}}}".repeat(20)}b`, "a".repeat(20)],
])("a hostile pattern ends: %s", (_, pattern, subject) => {
  expect(compileGlob(pattern)(subject)).toBe(false);
});

test("many choices are all tried: quick is not the same as given up", () => {
  expect(compileGlob("{a,aa}".repeat(30))("a".repeat(45))).toBe(true);
  expect(compileGlob(`${"{*a,*aa}".repeat(30)}b`)(`${"a".repeat(90)}b`)).toBe(true);
  expect(compileGlob(`${"**/a/".repeat(100)}b`)(`${"a/".repeat(1000)}b`)).toBe(true);
});

test("a subject of a million characters is compared; past it the hook runs in doubt", () => {
  const test = compileGlob("a/*.ts");
  expect(test("x".repeat(1_000_000))).toBe(false);
  expect(test("x".repeat(1_000_001))).toBe(true);
});
