import { expect, test } from "bun:test";
import { otherNumbers } from "./operators.ts";
import { applyMutation, findMutations } from "./sites.ts";

const find = (text: string) => findMutations({ path: "src/a/b.ts", module: "a", text });
const mutants = (text: string) => find(text).map((mutation) => applyMutation(text, mutation));

test("a condition is negated, and a negated one loses its negation", () => {
  expect(mutants("if (a) b = c; else d = e;")).toEqual(["if (!(a)) b = c; else d = e;"]);
  expect(mutants("x = !a ? b : c;")).toEqual(["x = a ? b : c;"]);
});

test("a guard is dropped, with and without a block; an if with an else or with more to do is none", () => {
  for (const leave of ["return;", "{ return; }", "throw a;"]) {
    expect(mutants(`function f() { if (a) ${leave} }`)).toContain("function f() { ; }");
  }
  expect(mutants("for (;;) { if (a) continue; }")).toContain("for (;;) { ; }");
  expect(mutants("function f() { if (a) return; else b = c; }")).toHaveLength(1);
  expect(mutants("function f() { if (a) { b = c; return; } }")).toHaveLength(1);
});

test("a call that stands alone is dropped, also awaited, optional or void; super and an assigned call are not", () => {
  for (const call of ["f();", "await a.f();", "a?.f();", "void f();"]) expect(mutants(call)).toEqual([";"]);
  expect(mutants("class A extends B { constructor() { super(); } }")).toEqual([]);
  expect(mutants("const a = f();")).toEqual([]);
});

test("logical operators are swapped; nested ones keep their grouping and stay valid beside ??", () => {
  expect(mutants("x = a && b;")).toEqual(["x = a || b;"]);
  expect(mutants("x = a || b;")).toEqual(["x = a && b;"]);
  expect(mutants("x = a ?? b;")).toEqual(["x = a && b;"]);
  expect(mutants("x = (a ?? b) || c;")).toEqual(["x = (a ?? b) && c;", "x = (a && b) || c;"]);
  expect(mutants("x = a && b || c;")).toEqual(["x = ((a && b) && (c));", "x = ((a) || (b)) || c;"]);
  expect(mutants("x = a ?? b ?? c;")).toEqual(["x = ((a ?? b) && (c));", "x = ((a) && (b)) ?? c;"]);
});

test("bounds shift by one, equality turns round", () => {
  expect(mutants("x = a < b;")).toEqual(["x = a <= b;"]);
  expect(mutants("x = a >= b;")).toEqual(["x = a > b;"]);
  expect(mutants("x = a === b;")).toEqual(["x = a !== b;"]);
  expect(mutants("x = a + b;")).toEqual([]);
});

test("numbers get near and far neighbours, and never stay as they are", () => {
  expect(otherNumbers(0)).toEqual([1]);
  expect(otherNumbers(1)).toEqual([2, 0]);
  expect(otherNumbers(10)).toEqual([11, 9, 20, 5]);
  expect(otherNumbers(2)).toEqual([3, 1, 4]);
  expect(otherNumbers(0.5)).toEqual([1.5, 1, 0.25]);
  expect(otherNumbers(60_000)).toEqual([120_000, 30_000]);
});

test("booleans flip; names of properties, types and text stay", () => {
  expect(mutants("f(a, true).b = c;")).toEqual(["f(a, false).b = c;"]);
  expect(
    mutants("const a: 1 | true = b as 2; type T = { 3: 4 }; x = { 5: c }; y = 'a < b && true';"),
  ).toEqual([]);
});

test("an expression inside a type assertion is mutated", () => {
  expect(mutants("x = (a < b) as T;")).toEqual(["x = (a <= b) as T;"]);
  expect(mutants("x = { a: true } satisfies T;")).toEqual(["x = { a: false } satisfies T;"]);
});

test("a mutation knows its line and its module", () => {
  expect(find("a;\nb;\nx = c === d;")).toMatchObject([
    { file: "src/a/b.ts", module: "a", line: 3, before: "c === d", after: "c !== d" },
  ]);
});

test("a mutation is not applied to a text that has changed", () => {
  const [mutation] = find("x = a < b;");
  expect(mutation).toBeDefined();
  if (mutation !== undefined) expect(() => applyMutation("x = aa < b;", mutation)).toThrow("has changed");
});

test("a file that does not parse is named", () => {
  expect(() => find("const = 1;")).toThrow("src/a/b.ts does not parse");
});
