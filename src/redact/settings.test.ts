/** The setting `redact`, as it changes what a process removes. */
import { afterEach, expect, test } from "bun:test";
import { redactText } from "./index.ts";
import { applyRedactSettings, isRedactPattern } from "./settings.ts";

afterEach(() => applyRedactSettings({ patterns: [], values: [] }));
const redactedBy = (settings: Parameters<typeof applyRedactSettings>[0]) => {
  applyRedactSettings(settings);
  return redactText(TEXT);
};

const TEXT = "Customer ACME-1234 asked for project Bluebird";

test("patterns and values of the user are removed, and kept again when the setting is empty", () => {
  expect(redactedBy({ patterns: [], values: [] })).toBe(TEXT);
  const byPattern = redactedBy({ patterns: ["ACME-\\d+"], values: [] });
  expect(byPattern).not.toContain("ACME-1234");
  expect(byPattern).toContain("Bluebird");
  const byValue = redactedBy({ patterns: [], values: ["Bluebird"] });
  expect(byValue).toContain("ACME-1234");
  expect(byValue).not.toContain("Bluebird");
  expect(redactedBy({ patterns: [], values: [] })).toBe(TEXT);
});

test.each([
  ["ACME-\\d+", true],
  ["(", false],
  ["", false],
  ["x*", false],
])("%p may be a pattern: %p; one that finds nothing at all, or is none, may not", (text, expected) => {
  expect(isRedactPattern(text)).toBe(expected);
});
