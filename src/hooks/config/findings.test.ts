/** What is wrong in a configuration file, in words for people. */
import { expect, test } from "bun:test";
import { z } from "zod";
import { findingAt, oneOf, shownValue, toFindings, toPathText, unexpected } from "./findings.ts";

test("a place in a file is written as in code", () => {
  expect(toPathText(["hooks", "Stop", 0, "hooks", 1, "timeout"])).toBe("hooks.Stop[0].hooks[1].timeout");
  expect([toPathText([]), toPathText([2, "a"])]).toEqual(["", "[2].a"]);
});

test("a finding names its place, and one about the whole file does not", () => {
  expect(findingAt("pawl.json", ["a"], unexpected("text", 3))).toEqual({
    level: "error",
    file: "pawl.json",
    path: "a",
    message: "a: Expected text, found 3.",
  });
  expect(findingAt("pawl.json", [], "Odd.", "warning")).toMatchObject({
    level: "warning",
    path: "",
    message: "Odd.",
  });
});

test("values are shown as they are written, long ones up to 80 characters", () => {
  expect([shownValue(undefined), shownValue("a"), shownValue({ b: 1 })]).toEqual([
    "nothing",
    '"a"',
    '{"b":1}',
  ]);
  expect(shownValue("x".repeat(78))).toBe(`"${"x".repeat(78)}"`);
  expect(shownValue("x".repeat(79))).toBe(`"${"x".repeat(76)}…`);
});

test("one of several is said with or before the last", () => {
  expect([oneOf([]), oneOf(["a"]), oneOf(["a", "b"]), oneOf(["a", "b", "c"])]).toEqual([
    "",
    '"a"',
    '"a" or "b"',
    '"a", "b" or "c"',
  ]);
});

const schema = z.strictObject({
  name: z.string().min(1).optional(),
  list: z.array(z.string()).min(1).optional(),
  mode: z.enum(["on", "off"]).optional(),
  least: z.number().min(2).optional(),
  above: z.number().gt(2).optional(),
  timeout: z.number().max(60).optional(),
  most: z.number().max(60).optional(),
  whole: z.int().optional(),
});
const said = (value: object) => {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : toFindings("f", ["base"], value, error).map(({ message }) => message);
};

test.each([
  [{ name: 3 }, "base.name: Expected text, found 3."],
  [{ name: "" }, 'base.name: Expected something, not nothing, found "".'],
  [{ list: [] }, "base.list: Expected something, not nothing, found []."],
  [{ list: ["a", 1] }, "base.list[1]: Expected text, found 1."],
  [{ mode: "half" }, 'base.mode: Expected "on" or "off", found "half".'],
  [{ least: 1 }, "base.least: Expected a number of at least 2, found 1."],
  [{ above: 2 }, "base.above: Expected a number above 2, found 2."],
  [
    { timeout: 61 },
    "base.timeout: Expected at most 60 seconds (for milliseconds write timeoutMs), found 61.",
  ],
  [{ most: 61 }, "base.most: Expected a number of at most 60, found 61."],
  [{ whole: 1.5 }, "base.whole: Expected a whole number, found 1.5."],
])("%j: %s", (value, message) => {
  expect(said(value)).toEqual([message]);
});

test("every unknown name is a finding of its own", () => {
  expect(said({ nmae: 1, x: 2 })).toEqual([
    'base.nmae: "nmae" is not known here.',
    'base.x: "x" is not known here.',
  ]);
});
