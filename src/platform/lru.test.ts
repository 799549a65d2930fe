import { expect, test } from "bun:test";
import fc from "fast-check";
import { seed } from "../../test/fuzz/runs.ts";
import { Lru } from "./lru.ts";

test("what is used stays, what is not used goes", () => {
  const lru = new Lru<string, number>(10);
  lru.set("used", 1);
  lru.set("unused", 2);
  for (let i = 0; i < 100; i++) {
    lru.set(`other ${i}`, i);
    expect(lru.get("used")).toBe(1);
  }
  expect(lru.get("unused")).toBeUndefined();
});

test("a value that is set again is the new one, also when the old one is old", () => {
  const lru = new Lru<string, number>(2);
  lru.set("a", 1);
  lru.set("b", 2);
  lru.set("c", 3);
  lru.set("a", 4);
  expect([lru.get("a"), lru.size]).toEqual([4, 3]);
});

test("cleared, it has nothing, young or old", () => {
  const lru = new Lru<string, number>(2);
  for (const key of ["a", "b", "c"]) lru.set(key, 1);
  lru.clear();
  expect([lru.size, lru.get("a"), lru.get("c")]).toEqual([0, undefined, undefined]);
});

test("the most recently used are there, never more than twice as many, whatever is done to it", () => {
  const step = fc.record({ verb: fc.constantFrom("get", "set", "delete"), key: fc.nat(12), value: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (steps, limit) => {
      const lru = new Lru<number, number>(limit);
      /** Everything that was ever set, in the order of use. What was deleted keeps its place: it has pushed others out. */
      let model: [number, number | undefined][] = [];
      for (const { verb, key, value } of steps) {
        const known = model.find(([each]) => each === key);
        const others = model.filter(([each]) => each !== key);
        if (verb === "set") {
          lru.set(key, value);
          model = [...others, [key, value]];
        } else if (verb === "get") {
          const found = lru.get(key);
          if (found !== undefined) expect(found).toBe(known?.[1] as number);
          if (found !== undefined && known !== undefined) model = [...others, known];
        } else {
          const wasThere = lru.delete(key);
          if (wasThere) expect(known?.[1]).toBeDefined();
          model = model.map(([each, was]) => [each, each === key ? undefined : was]);
        }
        expect(lru.size).toBeLessThanOrEqual(2 * limit);
      }
      for (const [key, value] of model.slice(-limit)) expect(lru.get(key)).toBe(value as number);
    }),
    seed,
  );
});

test("delete says whether there was something, young or old", () => {
  const lru = new Lru<string, number>(1);
  lru.set("old", 1);
  lru.set("young", 2);
  expect([lru.delete("young"), lru.delete("old"), lru.delete("young"), lru.size]).toEqual([
    true,
    true,
    false,
    0,
  ]);
});
