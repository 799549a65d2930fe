import { expect, test } from "bun:test";
import { isTooDeep } from "./fields.ts";

const nested = (depth: number, open = "[", close = "]") => open.repeat(depth) + close.repeat(depth);

test("400 levels are not too deep, 401 are, of lists and of objects", () => {
  expect(isTooDeep(nested(400))).toBe(false);
  expect(isTooDeep(nested(401))).toBe(true);
  expect(isTooDeep(nested(200, '{"a":[', "]}"))).toBe(false);
  expect(isTooDeep(nested(201, '{"a":[', "]}"))).toBe(true);
});

test("what was closed again does not count: many objects beside each other are flat", () => {
  expect(isTooDeep(`[${Array(1000).fill('{"a":[]}').join(",")}]`)).toBe(false);
});

test("brackets inside a text do not count, escaped quotes and backslashes in front of them included", () => {
  for (const line of ['say("{")', "[", "{", '"{"', "\\", '\\"[', "C:\\{\\"]) {
    const json = JSON.stringify({ content: `${line}\n`.repeat(450) });
    expect({ line, deep: isTooDeep(json) }).toEqual({ line, deep: false });
  }
});

test("a text that ends with a backslash ends there: what follows it counts", () => {
  const deep = `{"a":"\\\\","b":${nested(450)}}`;
  expect(isTooDeep(deep)).toBe(true);
});

test("depth counts on behind a text, and a text that never ends is left to the parser", () => {
  expect(isTooDeep(`["a",${nested(400)}]`)).toBe(true);
  expect(isTooDeep(`["",${nested(399)}]`)).toBe(false);
  expect(isTooDeep(`["",${nested(400)}]`)).toBe(true);
  expect(isTooDeep(`"${"[".repeat(500)}`)).toBe(false);
  expect(isTooDeep(`${"[".repeat(300)}"\\"${"[".repeat(300)}`)).toBe(false);
});

test("a text that is one escaped quote ends behind it", () => {
  expect(isTooDeep(`["\\"",${nested(400)}]`)).toBe(true);
  expect(isTooDeep(`["\\"","${"[".repeat(500)}"]`)).toBe(false);
});
