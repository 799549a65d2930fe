/** The setting `redact`, as it changes what a process removes. */
import { afterEach, expect, test } from "bun:test";
import { applyRedactSettings, isRedactPattern } from "./settings.ts";

afterEach(() => void applyRedactSettings({ patterns: [], values: [] }));

const TEXT = "Customer ACME-1234 asked for project Bluebird";

test("patterns and values of the user are removed, and kept again when the setting is empty", () => {
  expect(applyRedactSettings({ patterns: [], values: [] })(TEXT)).toBe(TEXT);
  const byPattern = applyRedactSettings({ patterns: ["ACME-\\d+"], values: [] })(TEXT);
  expect(byPattern).not.toContain("ACME-1234");
  expect(byPattern).toContain("Bluebird");
  const byValue = applyRedactSettings({ patterns: [], values: ["Bluebird"] })(TEXT);
  expect(byValue).toContain("ACME-1234");
  expect(byValue).not.toContain("Bluebird");
  expect(applyRedactSettings({ patterns: [], values: [] })(TEXT)).toBe(TEXT);
});

test.each([
  ["ACME-\\d+", true],
  ["(", false],
  ["", false],
  ["x*", false],
])("%p may be a pattern: %p; one that finds nothing at all, or is none, may not", (text, expected) => {
  expect(isRedactPattern(text)).toBe(expected);
});
