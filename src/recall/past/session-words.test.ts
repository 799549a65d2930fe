import { expect, test } from "bun:test";
import { digests } from "../../../test/past-digest.ts";
import { createPast } from "./past.ts";
import { wordsOf } from "./session-words.ts";

const [session = never(), other = never()] = digests(
  {
    turns: [
      { prompt: "Refund the voucher, refund it", answer: "Voucher refunded.", edited: ["src/refund.ts"] },
      { prompt: "Now the cookie", edited: [] },
      { prompt: "Voucher again" },
    ],
  },
  { turns: [{ prompt: "Cookie and voucher" }] },
);

function never(): never {
  throw new Error("there are two");
}

test("the words of a turn's texts are counted", () => {
  expect([...wordsOf(session).lengths]).toEqual([3, 2, 3, 1, 0, 0, 1, 0, 0]);
});

test("places are counted by text, and turns are numbered through all sessions, the newest first", () => {
  const past = createPast([session, other]);
  const [voucher, refund, nowhere] = past.placesOf(["voucher", "refund", "nowhere"]);
  expect(voucher).toEqual({ sessions: 1, list: [0, 1, 0, 0, 1, 1, 1, 0, 3, 1, 0, 0] });
  expect(refund?.list).toEqual([1, 2, 1, 1]);
  expect(nowhere).toEqual({ sessions: 0, list: [] });
  expect(past.placesOf(["refund"])[0]).toEqual(refund);
  expect(past.turns().map(({ session: of, turn }) => [of, turn])).toEqual([
    [0, 0],
    [1, 0],
    [1, 1],
    [1, 2],
  ]);
});
