import { expect, test } from "bun:test";
import { parseOptions } from "./options.ts";

test("without options: 150 mutations, two at a time, with the tests in test/ and without the end-to-end ones", () => {
  expect(parseOptions([])).toMatchObject({ count: 150, jobs: 2, wide: true, e2e: false, list: false });
  expect(Number.isInteger(parseOptions([]).seed)).toBe(true);
});

test("a file may come with a line", () => {
  expect(parseOptions(["--at", "src/a.ts:12"]).at).toEqual({ file: "src/a.ts", line: 12 });
  expect(parseOptions(["--at", "src/a.ts"]).at).toEqual({ file: "src/a.ts" });
});

test("--per-module asks for as many in each module", () => {
  expect(parseOptions(["--per-module", "20"]).perModule).toBe(20);
  expect(parseOptions([])).not.toHaveProperty("perModule");
  expect(() => parseOptions(["--per-module", "0"])).toThrow("--per-module must be a whole number from 1");
});

test("--no-wide leaves out the tests in test/", () => {
  expect(parseOptions(["--no-wide", "--seed", "0"])).toMatchObject({ wide: false, seed: 0 });
});

test("a run starts anew unless --resume is given", () => {
  expect(parseOptions([])).toMatchObject({ resume: false, fresh: false });
  expect(parseOptions(["--resume", "--results", "r.jsonl"])).toMatchObject({
    resume: true,
    results: "r.jsonl",
  });
});

test("a wrong number or an unknown option is refused", () => {
  expect(() => parseOptions(["--seed", "x"])).toThrow("--seed must be a whole number");
  expect(() => parseOptions(["--count", "0"])).toThrow("--count must be a whole number from 1");
  expect(() => parseOptions(["--sed", "1"])).toThrow();
});
