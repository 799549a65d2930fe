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

test("the texts of a redacted record are not read twice, but its names, ids and an event's body are", () => {
  const record = { key: "s/tool/t", redaction: 1, text: token };
  expect(guard.value(record)).toBe(record);
  expect(guard.value({ text: token })).toEqual({ text: "[redacted:github]" });
  expect(guard.value({ ...record, body: token, toolName: token })).toEqual({
    ...record,
    body: "[redacted:github]",
    toolName: "[redacted:github]",
  });
});

test("what is no text and no plain object is left alone: nothing, numbers, dates", () => {
  const date = new Date(0);
  const value = { none: null, absent: undefined, count: 3, isOn: false, date, list: [null, 1] };
  expect(guard.value({ ...value, note: token })).toEqual({ ...value, note: "[redacted:github]" });
  expect(guard.value(null)).toBeNull();
  expect(guard.value({ date }).date).toBe(date);
});

test("it looks eight levels deep, and no deeper", () => {
  const nest = (levels: number): unknown => (levels === 0 ? token : { inner: nest(levels - 1) });
  expect(JSON.stringify(guard.value(nest(9)))).not.toContain(token);
  expect(JSON.stringify(guard.value(nest(10)))).toContain(token);
});
