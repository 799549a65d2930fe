import { expect, test } from "bun:test";
import { aboutOf, reasonIn } from "./permissions.ts";

const bash = (command: string) => ({ toolName: "Bash", input: JSON.stringify({ command }), files: [] });

test("a command is about its last program, and about its verb where one says what it does", () => {
  const about = (command: string) => aboutOf(bash(command));
  expect(
    [
      "git push origin main",
      "cd web && npm run build",
      "export A=1",
      "cd web",
      "rm -rf dist",
      "git --no-pager log",
      "git -- 'x y'",
      "make",
      "ls | wc -l",
      "",
    ].map((command) => `${command} = ${about(command)}`),
  ).toMatchInlineSnapshot(`
    [
      "git push origin main = git push",
      "cd web && npm run build = npm run",
      "export A=1 = export",
      "cd web = undefined",
      "rm -rf dist = rm",
      "git --no-pager log = git log",
      "git -- 'x y' = git",
      "make = make",
      "ls | wc -l = ls",
      " = undefined",
    ]
  `);
});

test("another call is about its file's name or its host, or about nothing", () => {
  const call = (toolName: string, input: object, files: string[] = []) =>
    aboutOf({ toolName, input: JSON.stringify(input), files });
  expect([
    call("Edit", {}, ["/p/src/.env", "/p/other"]),
    call("Edit", {}, ["C:\\p\\a.ts"]),
    call("WebFetch", { url: "https://docs.example.com/a?b" }),
    call("WebFetch", { url: "no address" }),
    call("Task", {}),
  ]).toEqual([".env", "a.ts", "docs.example.com", undefined, undefined]);
});

test("what the user said when refusing is quoted, without the client's note", () => {
  expect([
    reasonIn(
      "Rejected. To tell you how to proceed, the user said:\nuse  pnpm\n\nNote: the user's next message",
    ),
    reasonIn("The user provided the following reason for it: not now"),
    reasonIn("the user said: "),
    reasonIn("rejected"),
    reasonIn(`the user said: ${"r".repeat(250)}`),
  ]).toEqual(["use pnpm", "not now", undefined, undefined, `${"r".repeat(199)}…`]);
});
