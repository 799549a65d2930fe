import { expect, test } from "bun:test";
import fc from "fast-check";
import { Lru } from "./lru.ts";

test("the least recently used entry goes first, and reading counts as a use", () => {
  const lru = new Lru<string, number>(2);
  lru.set("a", 1);
  lru.set("b", 2);
  expect(lru.get("a")).toBe(1);
  lru.set("c", 3);
  expect([...lru]).toEqual([
    ["a", 1],
    ["c", 3],
  ]);
  expect(lru.get("b")).toBeUndefined();
});

test("asking whether a key is there is no use, and a key that is set again is new", () => {
  const lru = new Lru<string, number>(2);
  lru.set("a", 1);
  lru.set("b", 2);
  expect(lru.has("a")).toBe(true);
  lru.set("c", 3);
  expect(lru.has("a")).toBe(false);
  lru.set("b", 4);
  lru.set("d", 5);
  expect([...lru]).toEqual([
    ["b", 4],
    ["d", 5],
  ]);
});

test("undefined is a value like any other", () => {
  const lru = new Lru<string, number | undefined>(2);
  lru.set("a", undefined);
  lru.set("b", 1);
  expect(lru.get("a")).toBeUndefined();
  lru.set("c", 2);
  expect(lru.has("a")).toBe(true);
  expect(lru.get("never")).toBeUndefined();
  expect(lru.has("never")).toBe(false);
});

test("it holds what a list in the order of use holds, whatever is done to it", () => {
  const step = fc.record({ verb: fc.constantFrom("get", "set", "delete"), key: fc.nat(8), value: fc.nat() });
  fc.assert(
    fc.property(fc.array(step), fc.integer({ min: 1, max: 5 }), (steps, limit) => {
      const lru = new Lru<number, number>(limit);
      let model: [number, number][] = [];
      for (const { verb, key, value } of steps) {
        const known = model.find(([each]) => each === key);
        const others = model.filter(([each]) => each !== key);
        if (verb === "set") {
          lru.set(key, value);
          model = [...others, [key, value] as [number, number]].slice(-limit);
        } else if (verb === "get") {
          expect(lru.get(key)).toBe(known?.[1]);
          if (known !== undefined) model = [...others, known];
        } else {
          expect(lru.delete(key)).toBe(known !== undefined);
          model = others;
        }
      }
      expect([...lru]).toEqual(model);
      expect(lru.size).toBe(model.length);
    }),
  );
});
