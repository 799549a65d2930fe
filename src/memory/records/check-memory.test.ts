/** What a memory can have, at its limits. */
import { expect, test } from "bun:test";
import { checkMemory } from "./memory.ts";

const problem = (fields: object): string => {
  try {
    checkMemory(fields as never);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

test("a priority is a whole number from 0 to 10", () => {
  for (const priority of [0, 5, 10]) expect(problem({ priority })).toBe("");
  for (const priority of [-1, 11, 1.5, Number.NaN])
    expect(problem({ priority })).toContain("whole number from 0");
});

test("a memory has words, and at most 64 kB of them, however its letters are written", () => {
  const limit = 65_536;
  expect(problem({ content: " \n" })).toBe("A memory needs words.");
  expect(problem({ content: "x".repeat(limit) })).toBe("");
  expect(problem({ content: "x".repeat(limit + 1) })).toContain("at most 64 kB; this one has 65 kB");
  expect(problem({ content: "é".repeat(limit / 2) })).toBe("");
  expect(problem({ content: "é".repeat(limit / 2 + 1) })).toContain("at most 64 kB");
  expect(problem({ content: `${"漢".repeat(21_845)}x` })).toBe("");
  expect(problem({ content: "漢".repeat(21_846) })).toContain("at most 64 kB");
});

test("what is too large is said with what to do about it; a status must be one", () => {
  expect(() => checkMemory({ content: "x".repeat(70_000) })).toThrow(
    expect.objectContaining({ code: "memory_invalid", hint: expect.stringContaining("several memories") }),
  );
  expect(problem({ status: "active" })).toBe("");
  expect(problem({ status: "odd" })).toContain("A status is one of");
  expect(problem({})).toBe("");
});
