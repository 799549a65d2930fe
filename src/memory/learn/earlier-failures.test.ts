import { expect, test } from "bun:test";
import type { Cure, DigestFailure, SessionDigest } from "../../memory/digest/types.ts";
import { earlierFailures } from "./earlier-failures.ts";

const failureOf = (names: string[], cure?: Cure) =>
  ({ key: "k", names, error: names.join(" "), isUsage: false, cure }) as unknown as DigestFailure;

const sessionOf = (...failures: DigestFailure[]) => ({ failures }) as unknown as SessionDigest;

test("cured failures of a key come in the order of their sessions, which are counted where it came up", () => {
  const run: Cure = { kind: "run", command: "./tool setup" };
  const first = sessionOf(failureOf(["a"], run), failureOf(["b"]));
  const second = sessionOf({ ...failureOf(["c"], run), openedIn: "first" });
  const third = sessionOf(failureOf(["d"], run), { ...failureOf(["e"], run), key: "other" });
  const { sessions, cured } = earlierFailures([first, second, third], "k");
  expect(sessions).toBe(2);
  expect(cured.map(({ failure }) => failure.names[0])).toEqual(["a", "c", "d"]);
  expect(earlierFailures([first], "unknown").cured).toEqual([]);
});
