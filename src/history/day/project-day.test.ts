import { expect, test } from "bun:test";
import type { Session } from "../../store/records/records.ts";
import type { DayCall } from "../failures/failures.ts";
import type { ActiveSession } from "../sql/types.ts";
import { toProjectDay } from "./project-day.ts";
import type { DayInjection } from "./types.ts";

const session = (id: string, at: number, more: Partial<ActiveSession> = {}): ActiveSession => ({
  id,
  project: "/p",
  cwd: "/p",
  startedAt: at - 50,
  lastEventAt: at,
  status: "active",
  client: "claude-code",
  title: `Title of ${id}`,
  prompts: 2,
  observations: 3,
  inSpan: { prompts: 2, calls: 3, failures: 1 },
  ...more,
});

let count = 0;
const call = (
  sessionId: string,
  at: number,
  toolName: string,
  input: object,
  more: Partial<DayCall> = {},
): DayCall => ({
  id: `observation-${++count}`,
  key: `k${count}`,
  sessionId,
  at,
  redaction: 1,
  toolName,
  ok: true,
  input: JSON.stringify(input),
  response: "",
  files: [],
  ...more,
});
const edit = (
  sessionId: string,
  at: number,
  file: string,
  before: string,
  after: string,
  more: Partial<DayCall> = {},
) =>
  call(
    sessionId,
    at,
    "Edit",
    { file_path: file, old_string: before, new_string: after },
    { files: [file], ...more },
  );
const bash = (sessionId: string, at: number, command: string, stdout = "", more: Partial<DayCall> = {}) =>
  call(sessionId, at, "Bash", { command }, { response: JSON.stringify({ stdout, stderr: "" }), ...more });
const injection = (id: string, sessionId: string, tokens: number, used: string[] = []): DayInjection => ({
  id,
  sessionId,
  at: 1,
  event: "SessionStart",
  tokens,
  title: "t",
  items: 1,
  kinds: ["session"],
  used,
});

test("a project's day from its records: what was asked, changed, run, what failed, what is open", () => {
  count = 0;
  const material = {
    project: "/p",
    name: "p",
    sessions: [
      session("s2", 900, { branch: "main", endedAt: 950 }),
      session("s1", 500, { inSpan: { prompts: 1, calls: 4, failures: 0 } }),
    ],
    prompts: [
      { id: "prompt-3", sessionId: "s2", at: 800, text: "Newest wish" },
      { id: "prompt-2", sessionId: "s2", at: 700, text: "<task-notification>x</task-notification>" },
      { id: "prompt-1", sessionId: "s1", at: 100, text: "w".repeat(500) },
    ],
    calls: [
      edit("s1", 110, "/p/a.ts", "1", "2\n3"),
      edit("s1", 120, "/p/b.ts", "1\n2", "3"),
      edit("s1", 125, "/p/b.ts", "x", "y", { ok: false, response: "String to replace not found" }),
      bash("s1", 130, "npm test", "ok"),
      bash("s1", 135, "ls", "a"),
      bash("s1", 140, "git commit -m One", "[main 1a2b3c4] One\n 1 file changed"),
      edit("s2", 710, "/p/a.ts", "5", "6"),
      bash("s2", 720, "npm test", "", { ok: false, response: "Exit code 1\nerror: 2 tests failed" }),
      bash("s2", 730, "git commit -m Two", "[main 5d6e7f8] Two"),
      bash("s2", 735, "git log -1 && git commit -m Again", "[main 5d6e7f8] Two"),
      bash("s2", 740, "terraform plan", "ok"),
      bash("s2", 745, "terraform plan", "ok"),
      call("s2", 750, "Edit", {}, { files: [] }),
    ],
    digests: [],
    injected: [injection("injection-2", "s2", 30, ["a.ts"]), injection("injection-1", "s1", 12)],
    tasks: new Map([["s1", ["Write the docs", "t".repeat(500)]]]),
    unanswered: new Set(["s2", "s9"]),
    isRunning: ({ id }: Session) => id === "s1",
  };
  const { sessions, totals, ...day } = toProjectDay(material);
  expect(totals).toMatchInlineSnapshot(`
    {
      "added": 4,
      "calls": 7,
      "commits": 2,
      "failures": 1,
      "files": 2,
      "fixed": 0,
      "injections": 2,
      "open": 4,
      "prompts": 3,
      "removed": 4,
      "running": 1,
      "sessions": 2,
      "tokens": 42,
      "used": 1,
    }
  `);
  const short = (value: unknown) =>
    JSON.stringify(value).replaceAll(/([wt])\1{50,}/g, (run) => `${run[0]}*${run.length}`);
  expect(sessions.map(short)).toMatchInlineSnapshot(`
    [
      "{"id":"s2","title":"Title of s2","client":"claude-code","branch":"main","startedAt":850,"lastEventAt":900,"endedAt":950,"isRunning":false,"prompts":2,"calls":3,"failures":1,"files":1,"added":1,"removed":1,"commits":1,"tokens":30}",
      "{"id":"s1","title":"Title of s1","client":"claude-code","branch":null,"startedAt":450,"lastEventAt":500,"endedAt":null,"isRunning":true,"prompts":1,"calls":4,"failures":0,"files":2,"added":3,"removed":3,"commits":1,"tokens":12}",
    ]
  `);
  const { asked, changed, commits, ran, failed, open, injected, ...rest } = day;
  expect(
    [rest, ...asked, ...changed, ...commits, ...ran, ...failed, ...open].map(short),
  ).toMatchInlineSnapshot(`
    [
      "{"project":"/p","name":"p","lastAt":900}",
      "{"id":"prompt-3","sessionId":"s2","at":800,"text":"Newest wish"}",
      "{"id":"prompt-1","sessionId":"s1","at":100,"text":"w*399…"}",
      "{"file":"a.ts","edits":2,"added":3,"removed":2,"sessions":["s1","s2"],"lastAt":710}",
      "{"file":"b.ts","edits":1,"added":1,"removed":2,"sessions":["s1"],"lastAt":120}",
      "{"id":"observation-9","sessionId":"s2","at":730,"hash":"5d6e7f8","branch":"main","message":"Two"}",
      "{"id":"observation-6","sessionId":"s1","at":140,"hash":"1a2b3c4","branch":"main","message":"One"}",
      "{"command":"npm test","kind":"test","times":2,"failed":1,"lastAt":720}",
      "{"command":"terraform plan","kind":null,"times":2,"failed":0,"lastAt":745}",
      "{"id":"observation-8","sessionId":"s2","at":720,"what":"npm test","error":"error: 2 tests failed","times":1,"isFixed":false,"fixedBy":null,"fix":null}",
      "{"kind":"unanswered","text":"Newest wish","sessionId":"s2","at":800}",
      "{"kind":"failure","text":"npm test: error: 2 tests failed","sessionId":"s2","at":720}",
      "{"kind":"task","text":"Write the docs","sessionId":"s1","at":500}",
      "{"kind":"task","text":"t*399…","sessionId":"s1","at":500}",
    ]
  `);
  expect(injected).toEqual(material.injected);
});

test("a long day is cut, and its counts are whole", () => {
  const many = <T>(length: number, of: (i: number) => T) => Array.from({ length }, (_, i) => of(i));
  const day = toProjectDay({
    project: "/p",
    name: "p",
    sessions: [],
    prompts: many(201, (i) => ({ id: `prompt-${i}`, sessionId: "s", at: i, text: `wish ${i}` })),
    calls: [
      ...many(401, (i) => edit("s", i, `/p/f${i}.ts`, "a", "b")),
      ...many(201, (i) =>
        bash("s", 1000 + i, "git commit -m x", `[main ${(0x1000000 + i).toString(16)}] c${i}`),
      ),
      ...many(101, (i) => bash("s", 2000 + i, `terraform plan -target m${i}`, "ok")),
      ...many(201, (i) =>
        bash("s", 3000 + i, `npm run x${i}`, "", {
          ok: false,
          response: `Exit code 1\nerror: lost widget${"abcdefghij"[i % 10]}${i}`,
        }),
      ),
    ],
    digests: [],
    injected: many(201, (i) => injection(`injection-${i}`, "s", 1)),
    tasks: new Map(),
    unanswered: new Set(),
    isRunning: () => false,
  });
  const { asked, changed, commits, ran, failed, open, injected, totals, lastAt } = day;
  expect([asked, changed, commits, ran, failed, open, injected].map(({ length }) => length)).toEqual([
    200, 400, 200, 100, 200, 100, 200,
  ]);
  expect([totals.files, totals.commits, totals.failures, totals.open, totals.injections, lastAt]).toEqual([
    401, 201, 201, 201, 201, 0,
  ]);
});

test("a plan that was carried out is named by its heading", () => {
  const text =
    "Implement the following plan:\n\n# Plan: Round the totals once\n\n## Context\n\nThey differ by a cent.";
  const { asked } = toProjectDay({
    project: "/p",
    name: "p",
    sessions: [session("s1", 500)],
    prompts: [{ id: "prompt-1", sessionId: "s1", at: 100, text }],
    calls: [],
    digests: [],
    injected: [],
    tasks: new Map(),
    unanswered: new Set(),
    isRunning: () => false,
  });
  expect(asked.map((prompt) => prompt.text)).toEqual(["Round the totals once"]);
});
