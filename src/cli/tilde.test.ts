import { expect, test } from "bun:test";
import { tilde } from "./output.ts";

test("a path below the home is shortened, the home itself too, and nothing else", () => {
  expect(tilde("/home/ann/code", "/home/ann")).toBe("~/code");
  expect(tilde("/home/ann", "/home/ann")).toBe("~");
  expect(tilde("/home/anna/code", "/home/ann")).toBe("/home/anna/code");
  // Without a home, or where it is the root, every path would be below it.
  expect(["", "/"].map((home) => tilde("/srv/code", home))).toEqual(["/srv/code", "/srv/code"]);
  expect(tilde("//srv", "/")).toBe("//srv");
});
