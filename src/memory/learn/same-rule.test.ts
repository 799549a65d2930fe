/** When two rules of the user are one, and when the later one ends the earlier. */
import { expect, test } from "bun:test";
import { isReplacedBy, isSameRule } from "./preferences.ts";
import { isSameTask, isSimilarCommand, plainCommand, programOf } from "./same-command.ts";

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

test("a command is compared without its folder, its environment and what only changes the output", () => {
  for (const [typed, plain] of [
    ["cd web && npm test", "npm test"],
    ["cd web; npm test", "cd web ; npm test"],
    ["env A=1 B=2 go test", "go test"],
    ["env go test", "env go test"],
    ["npm test --silent", "npm test"],
    ["npm test && npm run lint", "npm test && npm run lint"],
  ] as const)
    expect(plainCommand(typed)).toBe(plain);
  expect([programOf("go test ./a"), programOf("npm run lint fix"), programOf("./a.sh b")]).toEqual([
    "go test",
    "npm run lint",
    "./a.sh b",
  ]);
});

test("a success settles a failure of the same check or a part of it only", () => {
  expect(isSameTask("go test ./a", "go test ./...")).toBe(true);
  expect(isSameTask("go test ./a", "go test")).toBe(true);
  expect(isSameTask("go test ./a", "go test ./b ./a")).toBe(true);
  expect(isSameTask("go test ./a", "go test ./b")).toBe(false);
  expect(isSameTask("go test", "go test ./b")).toBe(false);
  expect(isSameTask("go test ./a", "go build ./a")).toBe(false);
  expect(isSameTask("mytool a", "mytool")).toBe(false);
  expect(isSameTask("", "")).toBe(false);
  expect(isSameTask("mytool a", "mytool a")).toBe(true);
});

test("a similar command is the same program called a little differently", () => {
  expect(isSimilarCommand("npm tset a", "npm test a")).toBe(true);
  expect(isSimilarCommand("npm test", "npm test")).toBe(false);
  expect(isSimilarCommand("npm test a", "pnpm test a")).toBe(false);
  expect(isSimilarCommand("npm a b c", "npm x y z")).toBe(false);
  expect(isSimilarCommand("", "npm test")).toBe(false);
});
