import { expect, test } from "bun:test";
import { collectInRounds } from "./collect-rounds.ts";

function openRounds(stopAfter = Number.POSITIVE_INFINITY) {
  const did: string[] = [];
  let pauses = 0;
  return {
    did,
    options: {
      collect: () => void did.push("collect"),
      pause: async () => {
        pauses++;
        did.push("pause");
      },
      isStopped: () => pauses >= stopAfter,
    },
  };
}

test("memory is collected several times, with pauses in between and none at the end", async () => {
  const { did, options } = openRounds();
  await collectInRounds(options);
  expect(did).toEqual(["collect", "pause", "collect", "pause", "collect", "pause", "collect"]);
});

test("a daemon that stops collects nothing more", async () => {
  const { did, options } = openRounds(1);
  await collectInRounds(options);
  expect(did).toEqual(["collect", "pause"]);
});

test("the first collection happens at once", () => {
  const { did, options } = openRounds();
  void collectInRounds({ ...options, pause: () => Promise.withResolvers().promise });
  expect(did).toEqual(["collect"]);
});
