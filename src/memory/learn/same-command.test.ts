import { expect, test } from "bun:test";
import { isSameTask, isSimilarCommand, plainCommand, programOf } from "./same-command.ts";

test("a command is compared without its folder, its environment, its redirections and what it only shows", () => {
  expect(plainCommand("cd /p && CI=1 FOO='a b' npm test --silent 2>&1")).toBe("npm test");
  expect(plainCommand("go test  -v ./... > out.txt")).toBe("go test ./...");
});

test.each([
  ["the same command, shown differently", "npm test", "cd /p && npm test --verbose"],
  ["the whole suite after one file", "bun test src/a.test.ts", "bun test"],
  ["the same file among others", "bun test src/a.test.ts", "bun test src/a.test.ts src/b.test.ts"],
  ["everything below", "go test ./store", "go test ./..."],
])("%s says something about the failure", (_, earlier, later) =>
  expect(isSameTask(earlier, later)).toBe(true),
);

test.each([
  ["another file", "bun test src/a.test.ts", "bun test src/b.test.ts"],
  ["one file after the whole suite", "bun test", "bun test src/a.test.ts"],
  ["another filter", "bun test --filter=one", "bun test --filter=two"],
  ["another program", "bun test src/a.test.ts", "npm test"],
  ["another kind of check", "npm run lint", "npm test"],
  ["commands that check nothing", "ls src", "ls"],
  ["no command at all", "", ""],
])("%s says nothing about the failure", (_, earlier, later) =>
  expect(isSameTask(earlier, later)).toBe(false),
);

test("`--` itself is no subject: behind it the subjects go on", () => {
  expect(isSameTask("npm test -- src/a.test.ts", "npm test -- src/b.test.ts")).toBe(false);
  expect(isSameTask("npm test -- src/a.test.ts", "npm test --")).toBe(true);
});

test("a program is its first words, up to three, without options and paths", () => {
  expect(programOf("npm run lint --fix")).toBe("npm run lint");
  expect(programOf("go test ./store")).toBe("go test");
  expect(programOf("git remote add origin x")).toBe("git remote add");
});

test("similar is the same program with mostly the same words, and not the same command", () => {
  expect(isSimilarCommand("npm run tests", "npm run test")).toBe(true);
  expect(isSimilarCommand("npm test", "npm test")).toBe(false);
  expect(isSimilarCommand("npm test", "bun test")).toBe(false);
  expect(isSimilarCommand("git log --oneline -n 5", "git push origin main")).toBe(false);
});
