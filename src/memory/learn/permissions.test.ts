import { expect, test } from "bun:test";
import { aboutOf, callKind, mergePermissions, reasonIn } from "./permissions.ts";
import type { PermissionFact } from "./types.ts";

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
    callKind({ toolName, input: JSON.stringify(input), files });
  expect([
    call("Edit", {}, ["/p/src/.env", "/p/other"]),
    call("Edit", {}, ["C:\\p\\a.ts"]),
    call("WebFetch", { url: "https://docs.example.com/a?b" }),
    call("WebFetch", { url: "no address" }),
    call("Task", {}),
    call("Edit", {}, [`/p/${"n".repeat(130)}`]),
  ]).toEqual([
    "Edit(.env)",
    "Edit(a.ts)",
    "WebFetch(docs.example.com)",
    "WebFetch",
    "Task",
    `Edit(${"n".repeat(119)}…)`,
  ]);
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

const seen = (sessionId: string, key: string, at: number) => ({ sessionId, key, at });
const fact = (call: string, more: Partial<PermissionFact> = {}): PermissionFact => ({
  call,
  allowed: 0,
  denied: 0,
  provenance: [],
  ...more,
});

test("what is known and what is seen add up; what was counted already does not count again", () => {
  const known = [
    fact("Bash(git push)", { denied: 1, lastDeniedAt: 5, reason: "old", provenance: [seen("s1", "k1", 5)] }),
    fact("Edit(.env)", { allowed: 2, provenance: [seen("s1", "k2", 6)] }),
  ];
  const before = structuredClone(known);
  const news = [
    fact("Bash(git push)", { denied: 2, lastDeniedAt: 3, reason: "new", provenance: [seen("s2", "k3", 3)] }),
    fact("Edit(.env)", { allowed: 2, provenance: [seen("s1", "k2", 6)] }),
    fact("Edit(.env)", { denied: 1, lastDeniedAt: 9, provenance: [seen("s3", "k4", 9)] }),
    fact("Read(a)", { allowed: 1, provenance: [seen("s2", "k5", 4)] }),
  ];
  expect(mergePermissions(known, news)).toEqual([
    fact("Bash(git push)", {
      denied: 3,
      lastDeniedAt: 5,
      reason: "new",
      provenance: [seen("s1", "k1", 5), seen("s2", "k3", 3)],
    }),
    fact("Edit(.env)", {
      allowed: 2,
      denied: 1,
      lastDeniedAt: 9,
      provenance: [seen("s1", "k2", 6), seen("s3", "k4", 9)],
    }),
    fact("Read(a)", { allowed: 1, provenance: [seen("s2", "k5", 4)] }),
  ]);
  expect(known).toEqual(before);
});
