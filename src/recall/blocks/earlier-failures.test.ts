import { expect, test } from "bun:test";
import { isNamedBy } from "../../memory/digest/remedies.ts";
import type { Cure, DigestFailure, SessionDigest } from "../../memory/digest/types.ts";
import { earlierFailures } from "./earlier-failures.ts";

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

const EDITS = PATHS.flatMap((path) =>
  TEXTS.map((text): Extract<Cure, { kind: "file" }> => ({ kind: "file", path, text })),
);

const failureOf = (names: string[], cure?: Cure) =>
  ({ key: "k", names, error: names.join(" "), isUsage: false, cure }) as unknown as DigestFailure;

const sessionOf = (...failures: DigestFailure[]) => ({ failures }) as unknown as SessionDigest;

test("no edit that a failure names is left out, and most of those that it does not name are", () => {
  // Each edit in a session of its own, among failures with another key and without a cure.
  const past = EDITS.map((edit) =>
    sessionOf(failureOf(["x"], edit), { ...failureOf(["x"], edit), key: "other" }, failureOf(["x"])),
  );
  let named = 0;
  let refused = 0;
  const missed: unknown[] = [];
  for (const a of NAMES) {
    for (const b of NAMES) {
      const failure = failureOf([a, b]);
      const found = new Set(
        earlierFailures(past, "k")
          .about(failure)
          .map((one) => one.failure.cure),
      );
      for (const edit of EDITS) {
        const isNamed = isNamedBy(failure, edit);
        if (isNamed) named++;
        if (!found.has(edit)) refused++;
        if (isNamed && !found.has(edit)) missed.push({ names: [a, b], edit });
      }
    }
  }
  expect(missed).toEqual([]);
  expect(named).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(500);
});

test("what is no edit is always compared; all come in the order of their sessions, which are counted", () => {
  const run: Cure = { kind: "run", command: "./tool setup" };
  const edit: Cure = { kind: "file", path: "src/cart.ts", text: "" };
  const first = sessionOf(failureOf(["a"], run), failureOf(["b"], edit));
  const second = sessionOf({ ...failureOf(["c"], run), openedIn: "first" });
  const third = sessionOf(failureOf(["d"], { ...edit }));
  const { sessions, about } = earlierFailures([first, second, third], "k");
  expect(sessions).toBe(2);
  const named = (names: string[]) => about(failureOf(names)).map(({ failure }) => failure.names[0]);
  expect(named(["cart.ts"])).toEqual(["a", "b", "c", "d"]);
  expect(named(["total.ts"])).toEqual(["a", "c"]);
  expect(earlierFailures([first], "unknown").about(failureOf(["cart.ts"]))).toEqual([]);
});
