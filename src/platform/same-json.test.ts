import { expect, test } from "bun:test";
import { isSameJson } from "../clients/merge-replies.ts";

test("the same values are the same, whatever the order of their fields", () => {
  for (const [a, b] of [
    [1, 1],
    ["a", "a"],
    [null, null],
    [[], []],
    [
      [1, [2]],
      [1, [2]],
    ],
    [
      { a: 1, b: { c: [1] } },
      { b: { c: [1] }, a: 1 },
    ],
  ] as [unknown, unknown][])
    expect([a, isSameJson(a, b)]).toEqual([a, true]);
});

test("another value, order in a list, length, name or kind makes them differ, both ways", () => {
  for (const [a, b] of [
    [1, 2],
    [1, "1"],
    [null, {}],
    [null, 0],
    [{}, 1],
    [{}, []],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 1]],
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { b: 1 }],
    [{ toString: 1 }, {}],
    [{ a: 1 }, "a"],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
  ] as [unknown, unknown][]) {
    expect([a, b, isSameJson(a, b)]).toEqual([a, b, false]);
    expect([b, a, isSameJson(b, a)]).toEqual([b, a, false]);
  }
});
