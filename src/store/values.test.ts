import { expect, test } from "bun:test";
import { known, present, toLimit, toNullable, toText, toTime } from "./values.ts";

test("a time is a whole number that SQLite can hold, whatever the clock says", () => {
  const most = Number.MAX_SAFE_INTEGER;
  expect([5, 5.9, -5.9, Number.NaN, Infinity, -Infinity].map(toTime)).toEqual([5, 5, -5, 0, most, -most]);
});

test("a limit is never below zero, where SQLite would see none", () => {
  expect([3, 0, -1, Number.NaN, 2.9].map(toLimit)).toEqual([3, 0, 0, 0, 2]);
});

test("half a character becomes a whole one, what is missing becomes null, and back", () => {
  expect([toText("a\ud800"), toNullable("a\ud800"), toNullable(undefined)]).toEqual([
    "a\ufffd",
    "a\ufffd",
    null,
  ]);
  expect([known(null), known(""), known(0)]).toEqual([undefined, "", 0]);
  expect(Object.keys(present({ a: undefined, b: null, c: 0 }))).toEqual(["b", "c"]);
});
