import { expect, test } from "bun:test";
import { environmentOf, folderOption, isFixing, isFixOf, isSameTask, plainCommand } from "./same-task.ts";

test("options that only change what is shown, wrappers and folders make no other command", () => {
  for (const [typed, plain] of [
    ["npm test --silent", "npm test"],
    ["npm run test", "npm test"],
    ["npm run tests", "npm run tests"],
    ["go test -v -race -count=1 ./...", "go test ./..."],
    ["npm --prefix web test", "npm test"],
    [".venv/bin/python -m pytest", "python3 -m pytest"],
    ["python  a.py", "python3 a.py"],
  ])
    expect(plainCommand(typed as string)).toBe(plain as string);
  expect(folderOption("npm --prefix web test")).toBe("web");
  expect(folderOption("npm test")).toBeUndefined();
  expect(environmentOf(".venv/bin/python a.py")).toBe(".venv/bin/python");
  expect(environmentOf("python a.py")).toBeUndefined();
});

test("a success says something about a failure of the same check, or of a part of it", () => {
  for (const [failed, good] of [
    ["npm test", "npm test --silent"],
    ["go test ./pay", "go test ./..."],
    ["go test ./pay", "go test"],
    ["go test ./pay", "go test ./pay ./web"],
    ["pytest tests/a.py", "pytest ."],
  ])
    expect([failed, good, isSameTask(failed as string, good as string)]).toEqual([failed, good, true]);
});

test("it says nothing about another check, another part, or what its repair did", () => {
  for (const [failed, good] of [
    ["npm test", "npm run build"],
    ["go test ./pay", "go test ./web"],
    ["go test ./...", "go test ./web"],
    ["go test", "go test ./web"],
    ["go test -run=TestTax ./pay", "go test -run=TestSum ./pay"],
    ["eslint .", "eslint --fix ."],
    ["", ""],
    ["ls", "cat a"],
  ])
    expect([failed, good, isSameTask(failed as string, good as string)]).toEqual([failed, good, false]);
});

test("a repair belongs to its own check", () => {
  expect(isFixing("eslint --fix .")).toBe(true);
  expect(isFixing("eslint .")).toBe(false);
  expect(isFixing("npm run build --fix")).toBe(false);
  expect(isFixOf("eslint .", "eslint --fix .")).toBe(true);
  expect(isFixOf("bun run lint", "bun run lint:fix")).toBe(true);
  expect(isFixOf("bun run lint", "npm run lint:fix")).toBe(false);
  expect(isFixOf("eslint --fix .", "eslint --fix .")).toBe(false);
  expect(isFixOf("npm test", "eslint --fix .")).toBe(false);
  expect(isFixOf("bun run lint", "bun run format:fix")).toBe(false);
});
