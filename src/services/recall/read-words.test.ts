import { expect, test } from "bun:test";
import type { SessionDigest } from "../../memory/digest/types.ts";
import { readWords } from "./read-words.ts";

/** A session that tells when its turns are read. */
function session(onRead: () => void): SessionDigest {
  const digest = {
    get turns() {
      onRead();
      return [];
    },
  };
  return digest as unknown as SessionDigest;
}

test("between two slices others get their turn, and each session is read once", async () => {
  const order: string[] = [];
  const sessions = ["a", "b", "c"].map((name) => session(() => order.push(name)));
  setImmediate(() => order.push("somebody else"));
  await readWords(sessions, 0);
  expect(order.indexOf("somebody else")).toBeGreaterThan(order.indexOf("a"));
  expect(order.indexOf("somebody else")).toBeLessThan(order.indexOf("c"));
  await readWords(sessions, 0);
  expect(order.filter((name) => name !== "somebody else")).toEqual(["a", "b", "c"]);
});
