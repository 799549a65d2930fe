import { expect, test } from "bun:test";
import { createPast } from "./past.ts";
import { placeOfWord, stands, wordKey, wordsOf } from "./session-words.ts";
import { digests } from "./test-digest.ts";

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

test("a word stands in the turns that have it, in whichever text", () => {
  const words = wordsOf(session);
  expect([0, 1, 2].map((turn) => stands(words, "voucher", turn))).toEqual([true, false, true]);
  expect([0, 1, 2].map((turn) => stands(words, "refund", turn))).toEqual([true, false, false]);
  expect([0, 1, 2].map((turn) => stands(words, "cooki", turn))).toEqual([false, true, false]);
  expect(stands(words, "nowhere", 0)).toBe(false);
  expect(placeOfWord(words, wordKey("nowhere"))).toBe(-1);
});

test("its places are counted by text, and turns are numbered through all sessions, the newest first", () => {
  const past = createPast([session, other]);
  expect(past.placesOf("voucher")).toEqual({
    sessions: 1,
    list: Uint32Array.of(0, 1, 0, 0, 1, 1, 1, 0, 3, 1, 0, 0),
  });
  expect(past.placesOf("refund").list).toEqual(Uint32Array.of(1, 2, 1, 1));
  expect(past.placesOf("nowhere")).toEqual({ sessions: 0, list: new Uint32Array() });
});

test("words that differ in one letter, in their order or in a repetition have different keys", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const words = new Set<string>();
  for (const a of letters)
    for (const b of letters)
      for (const c of letters) words.add(a + b + c).add(`${a}${b}${c}${c}${b}${a}tion`);
  for (let i = 0; i < 20_000; i++) words.add(`word${i}`).add("x".repeat(i % 60) + i);
  const keys = new Set([...words].map(wordKey));
  expect(keys.size).toBe(words.size);
  expect([...keys].every((key) => Number.isSafeInteger(key) && key >= 0)).toBe(true);
});
