import { expect, test } from "bun:test";
import { isNamedBy, quickNames } from "./remedies.ts";
import type { Cure, DigestFailure } from "./types.ts";

const NAMES = [
  "src/cart.ts",
  "cart.test.ts",
  "test_cart",
  "cart",
  "API_KEY",
  "web",
  "sum(a, b)",
  "src/cart",
  "x",
];
const PATHS = [
  "src/cart.ts",
  "web/cart.ts",
  "cart.ts",
  "src",
  "web/src/cart.py",
  "src/total.ts",
  "x",
  "a/x.ts",
];
const TEXTS = ["", "a → b", "API_KEY=1", "return sum(a, b);", "see src/cart.ts"];

const failureOf = (names: string[]) =>
  ({ names, error: names.join(" "), isUsage: false }) as unknown as DigestFailure;

test("the quick look refuses no edit that a failure names", () => {
  let named = 0;
  let refused = 0;
  const missed: unknown[] = [];
  for (const a of NAMES) {
    for (const b of NAMES) {
      const failure = failureOf([a, b]);
      const mayName = quickNames(failure);
      for (const path of PATHS) {
        for (const text of TEXTS) {
          const edit: Extract<Cure, { kind: "file" }> = { kind: "file", path, text };
          const isNamed = isNamedBy(failure, edit);
          if (isNamed) named++;
          if (!mayName(edit)) refused++;
          if (isNamed && !mayName(edit)) missed.push({ names: [a, b], path, text });
        }
      }
    }
  }
  expect(missed).toEqual([]);
  expect(named).toBeGreaterThan(500);
  // It is of use.
  expect(refused).toBeGreaterThan(500);
});
