import { expect, test } from "bun:test";
import { isNewer } from "./newer.ts";

test.each([
  ["0.2.0", "0.1.9", true],
  ["0.10.0", "0.9.0", true],
  ["1.0.0", "1.0.0", false],
  ["0.1.9", "0.2.0", false],
  ["0.1.0", "undefined", true],
  ["nonsense", "0.1.0", false],
  ["nonsense", "other", false],
  ["1.2.3", "1.2.2", true],
  ["1.2.2", "1.2.3", false],
])("%s is newer than %s: %p", (a, b, expected) => {
  expect(isNewer(a, b)).toBe(expected);
});
