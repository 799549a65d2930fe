/** When two rules of the user are one, and when the later one ends the earlier. */
import { expect, test } from "bun:test";
import { isReplacedBy, isSameRule } from "./preferences.ts";

test("the same sentence, or most of its telling words, is the same rule", () => {
  expect(isSameRule("Always run the tests!", "always run the tests")).toBe(true);
  expect(isSameRule("No.", "no")).toBe(true);
  expect(isSameRule("Always squash commits before merging", "Please squash commits before merging")).toBe(
    true,
  );
  expect(isSameRule("Always squash commits before merging", "Always write tests before merging")).toBe(false);
  expect(isSameRule("Use tabs", "Use spaces")).toBe(false);
});

test("what one forbids and the other demands is not the same, nor is the reverse choice", () => {
  expect(isSameRule("Always squash commits before merging", "Never squash commits before merging")).toBe(
    false,
  );
  expect(isSameRule("Use pnpm, not npm", "Use npm, not pnpm")).toBe(false);
});

test("a rule ends the one that says the opposite, and no other", () => {
  const ends = (known: string, evidence: string) => isReplacedBy(known, { evidence });
  expect(ends("Always squash commits", "Never squash commits")).toBe(true);
  expect(ends("Always squash commits", "Always squash commits")).toBe(false);
  expect(ends("Always squash commits", "Never squash the database tables")).toBe(false);
  expect(ends("Always commit", "Never commit")).toBe(false);
});
