import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IndexedGate, writeGateIndex } from "../../hooks/gate-index.ts";
import { isGated, readGates } from "./gates.ts";

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "pawl-gates-")));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const call = { event: "PreToolUse", tool: "Bash", cwd: "/p/src" };
const gate = (fields: Partial<IndexedGate>): IndexedGate => ({
  project: null,
  event: "PreToolUse",
  tools: null,
  matcher: "",
  name: "A gate",
  source: "/config.json",
  ...fields,
});

test("the index of gates is read, and a missing one holds no gate", () => {
  expect(readGates(home)).toEqual([]);
  const gates = [gate({ tools: ["Bash"] })];
  writeGateIndex(home, gates);
  expect(readGates(home)).toEqual(gates);
});

test.each(["", "{", "[]", '{"gates":1}', '{"version":2,"gates":[]}'])(
  "a damaged file (%j) closes the gates instead of opening them",
  (text) => {
    writeFileSync(join(home, "gates.json"), text);
    expect(isGated(readGates(home), call)).toBe(true);
    expect(isGated(readGates(home), { event: "PermissionRequest" })).toBe(true);
  },
);

test("a gate is about its event, and about its tools where it names them", () => {
  const gates = [gate({ tools: ["Bash"] })];
  expect(isGated(gates, call)).toBe(true);
  expect(isGated(gates, { ...call, tool: "Read" })).toBe(false);
  expect(isGated(gates, { ...call, event: "PostToolUse" })).toBe(false);
  // A call without a tool's name cannot be let through.
  expect(isGated(gates, { event: "PreToolUse" })).toBe(true);
});

test("a project's gate holds in its folders, and for a session that started there and walked away", () => {
  const gates = [gate({ project: "/p" })];
  expect(isGated(gates, call)).toBe(true);
  expect(isGated(gates, { ...call, cwd: "/p" })).toBe(true);
  expect(isGated(gates, { ...call, cwd: "/pq" })).toBe(false);
  const transcriptPath = "/home/me/.claude/projects/-p-src/1.jsonl";
  expect(isGated(gates, { ...call, cwd: "/elsewhere", transcriptPath })).toBe(true);
  expect(
    isGated(gates, { ...call, cwd: "/elsewhere", transcriptPath: "/home/me/.claude/projects/-q/1.jsonl" }),
  ).toBe(false);
  expect(isGated(gates, { event: "PreToolUse" })).toBe(true);
});

test("a project's gate holds over a link too", () => {
  mkdirSync(join(home, "real"));
  symlinkSync(join(home, "real"), join(home, "link"));
  expect(isGated([gate({ project: join(home, "real") })], { ...call, cwd: join(home, "link") })).toBe(true);
});
