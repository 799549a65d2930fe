import { expect, test } from "bun:test";
import fc from "fast-check";
import { seed } from "../../test/fuzz/runs.ts";
import { newestFirst, type ReadForwards } from "../search/sql/matching-rows.ts";

/** A source of these numbers that says what was read of it. */
function sourceOf(numbers: readonly number[]) {
  const reads: { from: number; to: number; given: number }[] = [];
  const read: ReadForwards = (from, to, most) => {
    const given = numbers.filter((number) => number >= from && number <= to).slice(0, most);
    reads.push({ from, to, given: given.length });
    return given;
  };
  return { read, reads };
}

function take(
  numbers: readonly number[],
  { from = 0, first }: { from?: number; first?: number | undefined },
  limit: number,
) {
  const { read, reads } = sourceOf(numbers);
  const found: number[] = [];
  for (const piece of newestFirst(read, { from, newest: numbers.at(-1) ?? 0, first }, limit)) {
    found.push(...piece);
    if (found.length >= limit) break;
  }
  return { found: found.slice(0, limit), reads };
}

test("whatever the numbers, they are the newest ones, newest first", () => {
  // Dense and thin stretches in any order.
  const stretch = fc.record({
    count: fc.integer({ min: 0, max: 400 }),
    step: fc.constantFrom(1, 2, 7, 100, 5_000),
  });
  fc.assert(
    fc.property(
      fc.array(stretch, { maxLength: 5 }),
      fc.integer({ min: 1, max: 60 }),
      fc.option(fc.constantFrom(1, 50, 4_000, 1_000_000), { nil: undefined }),
      fc.nat({ max: 40_000 }),
      (stretches, limit, first, from) => {
        let last = 0;
        const numbers = stretches.flatMap(({ count, step }) =>
          Array.from({ length: count }, () => (last += step)),
        );
        const wanted = numbers
          .filter((number) => number >= from)
          .reverse()
          .slice(0, limit);
        expect(take(numbers, { from, first }, limit).found).toEqual(wanted);
      },
    ),
    { ...seed, numRuns: 150 },
  );
});

test("what is rare is read at once", () => {
  const numbers = Array.from({ length: 300 }, (_, i) => i * 4_000);
  expect(take(numbers, {}, 300).reads).toEqual([{ from: 0, to: Number.MAX_SAFE_INTEGER, given: 300 }]);
  expect(take([], {}, 300).reads).toHaveLength(1);
});

test("of what is common only the end is read, after one look", () => {
  const { reads } = take(
    Array.from({ length: 100_000 }, (_, i) => i),
    {},
    300,
  );
  expect(reads.map(({ given }) => given)).toEqual([601, 601]);
});

test("a likely match is looked for where it is expected, and further back where it is not there", () => {
  const numbers = [...Array.from({ length: 500 }, (_, i) => i * 10), 100_000];
  const { reads, found } = take(numbers, { first: 2_000 }, 100);
  expect(found.slice(0, 3)).toEqual([100_000, 4_990, 4_980]);
  expect(reads.map(({ from }) => from)).toEqual([98_000, 0]);
});
