import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isGated, readGates, writeGates } from "./gate-file.ts";

let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), "pawl-gates-")), "gates.json");
});
afterEach(() => rmSync(join(file, ".."), { recursive: true, force: true }));

const call = { event: "PreToolUse", tool: "Bash", cwd: "/p/src" };

test("what was written is read again, and a missing file holds no gate", () => {
  expect(readGates(file)).toEqual({ gates: [], hooked: [] });
  const gates = { gates: [{ event: "PreToolUse", tools: ["Bash"] }], hooked: ["Stop"] };
  writeGates(file, gates);
  expect(readGates(file)).toEqual(gates);
});

test.each(["", "{", "[]", '{"gates":1}'])(
  "a damaged file (%j) closes the gates instead of opening them",
  (text) => {
    writeFileSync(file, text);
    expect(isGated(readGates(file), call)).toBe(true);
    expect(isGated(readGates(file), { event: "PermissionRequest" })).toBe(true);
  },
);

test("a gate is about its event, and about its tools where it names them", () => {
  const gates = { gates: [{ event: "PreToolUse", tools: ["Bash"] }], hooked: [] };
  expect(isGated(gates, call)).toBe(true);
  expect(isGated(gates, { ...call, tool: "Read" })).toBe(false);
  expect(isGated(gates, { ...call, event: "PostToolUse" })).toBe(false);
  // A call without a tool's name cannot be let through.
  expect(isGated(gates, { event: "PreToolUse" })).toBe(true);
});

test("a project's gate holds in its folders, and for a session that started there and walked away", () => {
  const gates = { gates: [{ event: "PreToolUse", project: "/p" }], hooked: [] };
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
