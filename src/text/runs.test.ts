import { expect, test } from "bun:test";
import { ByteTexts, ByteWords, createKnownRuns, hashOf, type WrittenBytes } from "./runs.ts";

const room = (): WrittenBytes => ({ bytes: new Uint8Array(1 << 16), end: 0 });
const textOf = ({ bytes, end }: WrittenBytes) => Buffer.from(bytes.subarray(0, end)).toString("latin1");

test("texts are found again by their numbers", () => {
  const texts = new ByteTexts();
  const all = Array.from({ length: 3_000 }, (_, i) => `text-${i}`.repeat(1 + (i % 3)));
  expect(all.map((text) => texts.push(text))).toEqual(all.map((_, i) => i));
  const out = room();
  for (const number of [0, 2_999, 7]) texts.write(number, out);
  expect(textOf(out)).toBe(`${all[0]}${all[2_999]}${all[7]}`);
});

test("a word is found within any text, and no other one is taken for it", () => {
  const words = new ByteWords();
  for (let i = 0; i < 5_000; i++) words.add(`word${i}`, hashOf(`word${i}`));
  expect(words.count).toBe(5_000);
  expect(words.find("a word4711 b", 2, 10, hashOf("word4711"))).toBe(4_711);
  expect(words.find("word5000", 0, 8, hashOf("word5000"))).toBe(-1);
  // The same hash is not yet the same word.
  expect(words.find("word9", 0, 5, hashOf("word4711"))).toBe(-1);
});

test("a run is worked out once, and its words stand once behind each text", () => {
  const asked: string[] = [];
  const known = createKnownRuns((run) => {
    asked.push(run);
    return { parts: ["part", run], behind: ["whole", `${run}s`] };
  });
  const written = (...runs: string[]) => {
    const [out, end] = [room(), room()];
    known.begin();
    for (const run of runs) known.write(`-${run}-`, 1, 1 + run.length, hashOf(run), out, end);
    return [textOf(out), textOf(end)];
  };
  const first = ["part a part b part a ", "whole as bs "];
  expect(written("a", "b", "a")).toEqual(first);
  expect(written("b")).toEqual(["part b ", "whole bs "]);
  expect(asked).toEqual(["a", "b"]);
  known.forget();
  expect(written("a", "b", "a")).toEqual(first);
  expect(asked).toEqual(["a", "b", "a", "b"]);
});

test("too many are forgotten between texts, never within one", () => {
  let asked = 0;
  const known = createKnownRuns((run) => {
    asked++;
    return { parts: [run], behind: ["x"] };
  }, 3);
  const write = (runs: readonly string[]) => {
    const [out, end] = [room(), room()];
    known.begin();
    for (const run of runs) known.write(run, 0, run.length, hashOf(run), out, end);
    return [textOf(out), textOf(end)];
  };
  const runs = ["a", "b", "c", "d", "a"];
  for (let i = 1; i <= 3; i++) {
    expect(write(runs)).toEqual(["a b c d a ", "x "]);
    expect(asked).toBe(4 * i);
  }
});
