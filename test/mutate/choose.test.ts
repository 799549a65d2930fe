import { expect, test } from "bun:test";
import { chooseMutations, LEAST_PER_MODULE, MOST_PER_FILE, shares } from "./choose.ts";
import { findMutations, type Mutation } from "./sites.ts";

/** `files` files of a module, each with `places` comparisons. */
function module(name: string, files: number, places: number): Mutation[] {
  const text = Array.from({ length: places }, (_, index) => `x${index} = a < b;`).join("\n");
  return Array.from({ length: files }, (_, index) =>
    findMutations({ path: `src/${name}/f${index}.ts`, module: name, text }),
  ).flat();
}

const ALL = [...module("large", 30, 30), ...module("small", 5, 20), ...module("tiny", 1, 1)];
const SIZES = new Map([
  ["large", 900],
  ["small", 100],
  ["tiny", 1],
]);
const choose = (seed: number, count: number, isEquivalent = (_: Mutation) => false) =>
  chooseMutations(ALL, { seed, count, isEquivalent });
const byModule = (chosen: Mutation[]) =>
  Object.fromEntries(
    [...Map.groupBy(chosen, ({ module }) => module)].map(([name, part]) => [name, part.length]),
  );

test("the same seed repeats the choice, another seed makes another", () => {
  expect(choose(7, 40)).toEqual(choose(7, 40));
  expect(choose(7, 40)).not.toEqual(choose(8, 40));
});

test("a module nine times as large gets three times as many", () => {
  const { large = 0, small = 0 } = Object.fromEntries(shares(SIZES, 82));
  // 60 and 20 by the square roots 30, 10 and 1; each gives two for the least share of "tiny".
  expect([large, small]).toEqual([58, 18]);
});

test("every module gets the least share, and with a small count an equal one", () => {
  expect(shares(SIZES, 41).get("tiny")).toBe(LEAST_PER_MODULE);
  expect(Object.fromEntries(shares(SIZES, 9))).toEqual({ large: 3, small: 3, tiny: 3 });
});

test("a file gives only a few, and no place is taken twice", () => {
  const { chosen } = choose(3, 90);
  expect(chosen).toHaveLength(90);
  for (const part of Map.groupBy(chosen, ({ file }) => file).values()) {
    expect(part.length).toBeLessThanOrEqual(MOST_PER_FILE);
  }
  expect(new Set(chosen.map(({ file, start }) => `${file}:${start}`)).size).toBe(90);
});

test("with a number for each module, every module gives as many as it can", () => {
  const { chosen } = chooseMutations(ALL, { seed: 4, count: { perModule: 12 }, isEquivalent: () => false });
  expect(byModule(chosen)).toEqual({ large: 12, small: 12, tiny: 1 });
});

test("where a module has too few places, the others fill up", () => {
  const { chosen } = chooseMutations([...module("large", 30, 20), ...module("tiny", 1, 1)], {
    seed: 1,
    count: 20,
    isEquivalent: () => false,
  });
  expect(byModule(chosen)).toEqual({ large: 19, tiny: 1 });
});

test("equivalent mutations are set aside and do not lower the count", () => {
  // The only place of the module "tiny" is among them, so another module fills up.
  const { chosen, equivalent } = choose(5, 35, ({ start }) => start < 60);
  expect(chosen).toHaveLength(35);
  expect(equivalent).not.toEqual([]);
  expect(chosen.some(({ start }) => start < 60)).toBe(false);
});

test("shares add up to the count, also with more modules than the count", () => {
  for (const count of [2, 3, 10, 150]) {
    expect([...shares(SIZES, count).values()].reduce((sum, share) => sum + share)).toBe(count);
  }
});
