import { expect, test } from "bun:test";
import { EQUIVALENT } from "./equivalent.ts";
import type { Equivalent } from "./equivalent-entry.ts";
import { matchEquivalent } from "./match-equivalent.ts";
import { findMutations, type Mutation } from "./sites.ts";

const TEXT = "a();\n  x =  b < c;\n";
const [, MUTATION] = findMutations({ path: "src/a.ts", module: "src", text: TEXT }) as [Mutation, Mutation];
const ENTRY: Equivalent = {
  file: "src/a.ts",
  line: "x = b < c;",
  before: "b < c",
  after: "b <= c",
  reason: "b is never c",
};
const match = (entry: Partial<Equivalent>, mutation = MUTATION, text = TEXT) =>
  matchEquivalent([{ ...ENTRY, ...entry }], mutation, text)?.reason;

test("an entry is found by its content", () => {
  expect(match({})).toBe("b is never c");
});

test("an entry is found after its line has moved", () => {
  const moved = `first();\n\n${TEXT}`;
  const mutation = findMutations({ path: "src/a.ts", module: "src", text: moved }).at(-1);
  expect(mutation?.line).toBe(4);
  expect(match({}, mutation, moved)).toBe("b is never c");
});

test("another file, line or mutation is not the entry's", () => {
  expect(match({ file: "src/b.ts" })).toBeUndefined();
  expect(match({ line: "x = b < c + 1;" })).toBeUndefined();
  expect(match({ before: "b > c" })).toBeUndefined();
  expect(match({ after: "b > c" })).toBeUndefined();
});

test("every entry of the list gives a reason, and is there once", () => {
  expect(EQUIVALENT.filter(({ reason }) => reason.length < 10)).toEqual([]);
  const contents = EQUIVALENT.map(({ file, line, before, after }) => [file, line, before, after].join("\n"));
  expect(new Set(contents).size).toBe(EQUIVALENT.length);
});
