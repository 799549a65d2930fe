import { expect, test } from "bun:test";
import { BODY_LIMIT, splitBody } from "./hook-request.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const split = (body: string, header: string | null | undefined) => {
  const { event, terminal } = splitBody(bytes(body), header);
  const text = (part: Uint8Array | undefined) =>
    part === undefined ? undefined : new TextDecoder().decode(part);
  return [text(event), text(terminal)];
};

test("the header says how many bytes at the end are the terminal's", () => {
  expect(split('{"a":1}{"T":"x"}', "9")).toEqual(['{"a":1}', '{"T":"x"}']);
  expect(split("ab", "1")).toEqual(["a", "b"]);
});

test.each([null, undefined, "", "0", "-1", "1.5", "many"])("%p: all of it is the event", (header) => {
  expect(split("ab", header)).toEqual(["ab", undefined]);
});

test("more than there is: nothing is left for the event", () => {
  expect(split("ab", "3")).toEqual(["", "ab"]);
});

test("an event may have 32 MB", () => {
  expect(BODY_LIMIT).toBe(33_554_432);
});
