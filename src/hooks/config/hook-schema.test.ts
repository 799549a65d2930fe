/** What a hook may look like: what is missing, empty or too much is refused. */
import { expect, test } from "bun:test";
import { groupShell, hookSchema, hooksSchema } from "./hook-schema.ts";

const MINIMAL = {
  command: { type: "command", command: "true" },
  script: { type: "script", script: "./a.ts" },
  prompt: { type: "prompt", prompt: "Done?" },
  http: { type: "http", url: "https://example.com/hook" },
  agent: { type: "agent", prompt: "Read it." },
} as const;
const isHook = (value: object) => hookSchema.safeParse(value).success;

test.each(Object.values(MINIMAL))("$type needs no more than this, and nothing unknown", (hook) => {
  expect(isHook(hook)).toBe(true);
  expect(isHook({ ...hook, timout: 1 })).toBe(false);
});

test.each([
  ["command", "command"],
  ["script", "script"],
  ["script", "path"],
  ["prompt", "prompt"],
  ["prompt", "model"],
  ["http", "url"],
  ["agent", "prompt"],
  ["agent", "model"],
  ["command", "if"],
] as const)("a %s with an empty %s is none", (type, field) => {
  expect(isHook({ ...MINIMAL[type], [field]: "" })).toBe(false);
  const value = field === "url" ? "http://127.0.0.1:1" : "x";
  expect(isHook({ ...MINIMAL[type], [field]: value })).toBe(true);
});

test("an address is one of the web, and a variable has a name", () => {
  expect(isHook({ ...MINIMAL.http, url: "file:///etc/passwd" })).toBe(false);
  expect(isHook({ ...MINIMAL.http, allowedEnvVars: ["KEY"] })).toBe(true);
  expect(isHook({ ...MINIMAL.http, allowedEnvVars: [""] })).toBe(false);
});

test.each([
  [{ timeout: 0 }, false],
  [{ timeout: 0.5 }, true],
  [{ timeout: 3600 }, true],
  [{ timeout: 3601 }, false],
  [{ timeoutMs: 0 }, false],
  [{ timeoutMs: 1 }, true],
  [{ timeoutMs: 1.5 }, false],
  [{ timeoutMs: 3_600_000 }, true],
  [{ timeoutMs: 3_600_001 }, false],
])("%j is a time limit: %p", (limit, expected) => {
  expect(isHook({ ...MINIMAL.command, ...limit })).toBe(expected);
});

test("a group has at least one hook; hooks are grouped by event or name it", () => {
  expect(groupShell.safeParse({ hooks: [] }).success).toBe(false);
  expect(groupShell.safeParse({ hooks: [{}] }).success).toBe(true);
  const isList = (value: unknown) => hooksSchema.safeParse(value).success;
  expect(isList({ Stop: [{ hooks: [MINIMAL.command] }] })).toBe(true);
  expect(isList({ Stop: [{ hooks: [] }] })).toBe(false);
  expect(isList({ Sopt: [{ hooks: [MINIMAL.command] }] })).toBe(false);
  expect(isList([{ ...MINIMAL.command, event: "Stop" }])).toBe(true);
  expect(isList([{ event: "Stop", hooks: [MINIMAL.command] }])).toBe(true);
  expect(isList([MINIMAL.command])).toBe(false);
});
