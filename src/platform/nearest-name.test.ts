import { expect, test } from "bun:test";
import { nearestName } from "./nearest-name.ts";

const KNOWN = ["sessions", "search", "status", "forget", "PreToolUse"];

test("a letter too many, too few, wrong or in another case is forgiven", () => {
  expect(nearestName("sesions", KNOWN)).toBe("sessions");
  expect(nearestName("searchh", KNOWN)).toBe("search");
  expect(nearestName("fonget", KNOWN)).toBe("forget");
  expect(nearestName("pretooluse", KNOWN)).toBe("PreToolUse");
  expect(nearestName("", KNOWN)).toBeUndefined();
});

test("two mistakes are forgiven, three are not; a long name may have one in four letters", () => {
  expect(nearestName("foget", ["forget"])).toBe("forget");
  expect(nearestName("fget", ["forget"])).toBe("forget");
  expect(nearestName("fot", ["forget"])).toBeUndefined();
  expect(nearestName("ab", ["abcd"])).toBe("abcd");
  expect(nearestName("ab", ["abcde"])).toBeUndefined();
  expect(nearestName("forgetxx", ["forget"])).toBe("forget");
  expect(nearestName("xxforget", ["forget"])).toBe("forget");
  expect(nearestName("forgetxxx", ["forget"])).toBeUndefined();
  expect(nearestName("xforgxt", ["forget"])).toBe("forget");
  expect(nearestName("xxxforget", ["forget"])).toBeUndefined();
  expect(nearestName("fxoxrxget", ["forget"])).toBeUndefined();
  // Twelve letters: three mistakes; eleven: two.
  expect(nearestName("abcdefghiXYZ", ["abcdefghijkl"])).toBe("abcdefghijkl");
  expect(nearestName("abcdefghXYZ", ["abcdefghijk"])).toBeUndefined();
});

test("the nearest of several wins, and of equals the first", () => {
  expect(nearestName("stat", ["status", "star", "state"])).toBe("star");
  expect(nearestName("cat", ["cap", "car"])).toBe("cap");
  expect(nearestName("x", [])).toBeUndefined();
});
