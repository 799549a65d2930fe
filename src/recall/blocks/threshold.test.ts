import { expect, test } from "bun:test";
import { toSettings } from "../../hooks/config/schema.ts";
import { evidenceOf } from "./threshold.ts";

test("the evidence is the geometric mean of the fields: all must agree", () => {
  expect(evidenceOf({ asked: 8, answered: 2 }, ["asked", "answered"], 0)).toBeCloseTo(4);
  expect(evidenceOf({ asked: 8 }, ["asked", "answered"], 0)).toBe(0);
  expect(evidenceOf({ asked: 8 }, [], 3)).toBe(0);
});

test("a long prompt has more words to meet by chance: its length counts against it", () => {
  expect(evidenceOf({ asked: 8 }, ["asked"], 3)).toBeCloseTo(4);
  expect(evidenceOf({ asked: 8 }, ["asked"], 15)).toBeCloseTo(2);
});

test("the setting's default is the threshold that was measured", () => {
  expect(toSettings({}).recall.threshold).toBe(2.6);
});
