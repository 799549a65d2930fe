import { expect, test } from "bun:test";
import { createGuard } from "./guard.ts";

const token = `${["gh", "p_"].join("")}aB3dE6gH9jK2aB3dE6gH9jK2aB3dE6gH9jK2`;
const other = `${["gh", "p_"].join("")}zY3dE6gH9jK2aB3dE6gH9jK2aB3dE6gH9jK9`;
const guard = createGuard(() => "one key");

test("an id that is a secret becomes a digest: the same for the same id, another for another", () => {
  const { sessionId, key } = guard.value({ sessionId: token, key: `${token}/tool/t1` });
  expect(sessionId).toMatch(/^\[redacted:github-[0-9a-f]{16}\]$/);
  expect(key).toBe(`${sessionId}/tool/t1`);
  expect(guard.id(other)).not.toBe(sessionId);
  expect(createGuard(() => "another key").id(token)).not.toBe(sessionId);
});

test("what holds no secret is given back as it is", () => {
  const value = {
    session: { id: "3f2504e0-4f89-11d3-9a0c-0305e82c3301", cwd: "/home/me/shop" },
    list: [1, "a"],
  };
  expect(guard.value(value)).toBe(value);
});

test("lists, names and texts are looked at; long texts are not read twice", () => {
  expect(guard.value({ toolName: token, files: [`src/${token}.ts`] })).toEqual({
    toolName: "[redacted:github]",
    files: [`src/${guard.id(token)}.ts`],
  });
  const long = "x ".repeat(5_000);
  expect(guard.value([long])[0]).toBe(long);
});
