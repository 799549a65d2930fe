/** The library on node has an engine of its own for globs; it must say what Bun's says. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { seed } from "../../../test/fuzz/runs.ts";
import { createGlob } from "./glob-engine.ts";
import { createGlob as createOnNode } from "./glob-engine-node.ts";

const piece = fc.constantFrom(
  "a",
  "b",
  ".",
  "*",
  "**",
  "**/",
  "/",
  "?",
  "[ab]",
  "[!a]",
  "[a-b]",
  "{a,b}",
  "{a,b/c}",
  "ab",
);
const glob = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
const path = fc
  .array(fc.constantFrom("a", "b", "c", "/", ".", "ab"), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(""));

test("both engines agree on generated patterns and paths", () => {
  fc.assert(
    fc.property(glob, path, (pattern, text) => {
      // Whether a negated class takes a slash depends in Bun on what stands around it; nobody writes that on purpose.
      fc.pre(!(pattern.includes("[!") && text.includes("/")));
      // Three stars, or two that do not stand alone, mean nothing in a glob; who writes them means one.
      fc.pre(
        !/\*\*\*|\*\*\/\*\*|[^/]\*\*|\*\*[^/]/.test(pattern) &&
          !/\/\/|^\/|\/$/.test(text) &&
          !pattern.includes("//"),
      );
      expect([pattern, text, createOnNode(pattern)(text)]).toEqual([
        pattern,
        text,
        createGlob(pattern)(text),
      ]);
    }),
    { ...seed, numRuns: 3000 },
  );
});

test.each([
  ["many stars", `${"*a".repeat(200)}b`, "a".repeat(2000)],
  ["overlapping choices", `${"{a,aa}".repeat(60)}b`, "a".repeat(100)],
])("a hostile pattern ends on node too: %s", (_, pattern, subject) => {
  expect(createOnNode(pattern)(subject)).toBe(false);
});

test.each([
  ["a\\*b", "a*b", true],
  ["a\\*b", "axb", false],
  ["a\\", "a\\", true],
  ["[]]x", "]x", true],
  ["a[b", "a[b", true],
  ["{a,b}c", "bc", true],
  ["{a,b}c", "ac,", false],
  ["a?c", "a/c", false],
  ["src/**", "src/a/b", true],
  ["src/**/b", "src/b", true],
])("on node %s matches %s: %p", (pattern, path, expected) => {
  expect(createOnNode(pattern)(path)).toBe(expected);
});
