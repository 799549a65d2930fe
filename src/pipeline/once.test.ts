import { expect, test } from "bun:test";
import { createOnce } from "./once.ts";

test("the first to ask for a key gets it, whoever asks within 15 s does not", () => {
  const once = createOnce();
  expect(once.claim("a", 1000)).toBe(true);
  expect(once.claim("a", 1000)).toBe(false);
  expect(once.claim("a", 16_000)).toBe(false);
  expect(once.claim("b", 16_000)).toBe(true);
});

test("after 15 s the same key is another event", () => {
  const once = createOnce();
  once.claim("a", 1000);
  expect(once.claim("a", 16_001)).toBe(true);
});

test("a clock that was set back releases what was claimed in the future", () => {
  const once = createOnce();
  once.claim("a", 1_000_000);
  expect(once.claim("a", 1000)).toBe(true);
});

test("a released key can be claimed again; the other keys stay claimed", () => {
  const once = createOnce();
  once.claim("a", 1);
  once.claim("b", 1);
  once.release("a");
  expect(once.claim("a", 2)).toBe(true);
  expect(once.claim("b", 2)).toBe(false);
});

test("what expired is forgotten in the order of its time, what did not stays", () => {
  const once = createOnce();
  once.claim("old", 0);
  once.claim("new", 10_000);
  expect(once.claim("third", 20_000)).toBe(true);
  expect(once.claim("new", 20_000)).toBe(false);
  expect(once.claim("old", 20_000)).toBe(true);
});
