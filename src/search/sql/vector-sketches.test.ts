import { expect, test } from "bun:test";
import { fromBlob, toBlob } from "./vector-blob.ts";
import { MOST_ROWS, Sketches, type SketchRow, toSketch } from "./vector-sketches.ts";

const bitsOf = (...words: number[]) => toBlob(Int32Array.from(words));
const row = (id: number, word: number, more: Partial<SketchRow> = {}): SketchRow => ({
  id,
  saved: id,
  session: 1,
  type: 0,
  at: id,
  sketch: bitsOf(word),
  ...more,
});

test("a sketch has one bit per dimension, set where the vector is above the mean, in words of 32", () => {
  const vector = new Float32Array(34);
  const center = new Float32Array(34);
  vector.set([1, -1, 0, 0.5], 0);
  center.set([0, 0, 0, 0.5], 0);
  vector[31] = 1;
  vector[32] = 1;
  center[33] = -1;
  expect([...fromBlob(toSketch(vector, center), Int32Array)]).toEqual([1 | (1 << 31), 0b11]);
  for (const [dimensions, words] of [
    [1, 1],
    [31, 1],
    [32, 1],
    [33, 2],
    [64, 2],
    [65, 3],
  ] as const) {
    const ones = new Float32Array(dimensions).fill(1);
    const sketch = fromBlob(toSketch(ones, new Float32Array(dimensions)), Int32Array);
    const expected = Array.from({ length: words }, (_, i) =>
      dimensions - i * 32 >= 32 ? -1 : 2 ** (dimensions - i * 32) - 1,
    );
    expect([...sketch]).toEqual(expected);
  }
});

test("the fewest different bits come first, as many as are wanted, equals in the order they came", () => {
  const sketches = new Sketches(32, 0);
  sketches.add(row(1, 0b1111));
  sketches.add(row(2, 0b0001));
  sketches.add(row(3, 0));
  sketches.add(row(4, 0b1000));
  sketches.add(row(5, -1));
  const near = (wanted: number) => sketches.nearest(bitsOf(0), wanted, {});
  expect(near(9)).toEqual([3, 2, 4, 1, 5]);
  expect(near(2)).toEqual([3, 2]);
  expect(near(3)).toEqual([3, 2, 4]);
  expect(near(0)).toEqual([]);
  expect(sketches.nearest(bitsOf(-1), 2, {})).toEqual([5, 1]);
});

test("every bit of every word counts", () => {
  const sketches = new Sketches(64, 0);
  const words: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1 << 31],
    [0x55555555, 0],
    [0, 0x0fffffff],
    [-1, 0x7fffffff],
    [-1, -1],
  ];
  for (const [i, [low, high]] of words.toReversed().entries())
    sketches.add(row(words.length - i, 0, { sketch: bitsOf(low, high) }));
  expect(sketches.nearest(bitsOf(0, 0), 9, {})).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(sketches.nearest(bitsOf(-1, -1), 9, {})).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

test("one bit more is one place further, for every number of bits", () => {
  const sketches = new Sketches(32, 0);
  for (let bits = 32; bits >= 0; bits--) sketches.add(row(bits, bits === 32 ? -1 : 2 ** bits - 1));
  expect(sketches.nearest(bitsOf(0), 99, {})).toEqual(Array.from({ length: 33 }, (_, i) => i));
});

test("filters leave out another type, older ones and the sessions that are excepted", () => {
  const sketches = new Sketches(32, 0);
  sketches.add(row(1, 0, { type: 0, at: 10, session: 1 }));
  sketches.add(row(2, 0, { type: 1, at: 20, session: 2 }));
  sketches.add(row(3, 0, { type: 0, at: 30, session: 3 }));
  sketches.add(row(4, 0, { type: 0, at: 0, session: -1 }));
  const near = (filter: object) => sketches.nearest(bitsOf(0), 9, filter);
  expect(near({})).toEqual([1, 2, 3, 4]);
  expect(near({ type: 0 })).toEqual([1, 3, 4]);
  expect(near({ type: 1 })).toEqual([2]);
  expect(near({ since: 20 })).toEqual([2, 3]);
  expect(near({ since: 0 })).toEqual([1, 2, 3, 4]);
  expect(near({ exceptSessions: new Set([2, 3]) })).toEqual([1, 4]);
  expect(near({ exceptSessions: new Set() })).toEqual([1, 2, 3, 4]);
});

test("a record that was embedded again counts once, and the newest that came is known", () => {
  const sketches = new Sketches(32, 0);
  expect(sketches.saved).toBe(0);
  sketches.add(row(1, 0, { saved: 7 }));
  sketches.add(row(1, 0b11, { saved: 5 }));
  sketches.add(row(2, 0b1, { saved: 6 }));
  expect(sketches.saved).toBe(7);
  expect(sketches.nearest(bitsOf(0), 2, {})).toEqual([1, 2]);
  expect(sketches.nearest(bitsOf(0), 9, {})).toEqual([1, 2]);
});

test("there is room for 64 at least, for as many as are expected, and twice as many when it is full", () => {
  expect([0, 64, 65, 1000, MOST_ROWS + 1].map((expected) => new Sketches(32, expected).rows)).toEqual([
    64,
    64,
    65,
    1000,
    MOST_ROWS,
  ]);
  const sketches = new Sketches(40, 0);
  const add = (id: number) =>
    sketches.add(row(id, 0, { sketch: bitsOf(id, 0), type: id % 3, at: id, session: id % 5 }));
  for (let id = 1; id <= 64; id++) add(id);
  expect(sketches.rows).toBe(64);
  add(65);
  expect(sketches.rows).toBe(128);
  expect(sketches.nearest(bitsOf(37, 0), 1, {})).toEqual([37]);
  expect(sketches.nearest(bitsOf(0, 0), 99, { type: 1, since: 60 })).toEqual([64, 61]);
  expect(sketches.nearest(bitsOf(0, 0), 99, { type: 1, since: 60, exceptSessions: new Set([1]) })).toEqual([
    64,
  ]);
});

test("when it is full for good the oldest ones are replaced", () => {
  const sketches = new Sketches(32, MOST_ROWS - 1);
  for (let id = 1; id <= MOST_ROWS - 1; id++) sketches.add(row(id, -1));
  expect(sketches.rows).toBe(MOST_ROWS - 1);
  sketches.add(row(MOST_ROWS, 1));
  expect(sketches.rows).toBe(MOST_ROWS);
  sketches.add(row(MOST_ROWS + 1, 1));
  sketches.add(row(MOST_ROWS + 2, 3));
  expect(sketches.rows).toBe(MOST_ROWS);
  const all = sketches.nearest(bitsOf(0), MOST_ROWS + 9, {});
  expect([all.length, ...all.slice(0, 4)]).toEqual([MOST_ROWS, MOST_ROWS + 1, MOST_ROWS, MOST_ROWS + 2, 3]);
});
