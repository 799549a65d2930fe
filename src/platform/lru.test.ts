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

test("a value that is set again is the new one", () => {
  const lru = new Lru<string, number>(2);
  lru.set("a", 1);
  lru.set("b", 2);
  lru.set("c", 3);
  lru.set("a", 4);
  expect([lru.get("a"), lru.size]).toEqual([4, 2]);
});

test("the most recently used are there, and no others, whatever is done to it", () => {
  const step = fc.record({ verb: fc.constantFrom("get", "set", "delete"), key: fc.nat(12), value: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (steps, limit) => {
      const lru = new Lru<number, number>(limit);
      /** In the order of use. */
      let model: [number, number][] = [];
      for (const { verb, key, value } of steps) {
        const known = model.find(([each]) => each === key);
        const others = model.filter(([each]) => each !== key);
        if (verb === "set") {
          lru.set(key, value);
          model = [...others, [key, value] as [number, number]].slice(-limit);
        } else if (verb === "get") {
          expect(lru.get(key)).toBe(known?.[1] as number);
          if (known !== undefined) model = [...others, known];
        } else {
          expect(lru.delete(key)).toBe(known !== undefined);
          model = others;
        }
      }
      expect([...lru]).toEqual(model);
    }),
    seed,
  );
});
