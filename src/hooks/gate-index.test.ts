/** `gates.json`: what must be refused while nothing of Pawl answers. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gateIndexFile, gatesAbout, type IndexedGate, readGateIndex, writeGateIndex } from "./gate-index.ts";

let home: string;
beforeEach(() => {
  home = join(mkdtempSync(join(tmpdir(), "pawl-gates-")), "home");
});
afterEach(() => rmSync(join(home, ".."), { recursive: true, force: true }));

const gate = (name: string, more: Partial<IndexedGate> = {}): IndexedGate => ({
  project: null,
  event: "PreToolUse",
  tools: null,
  matcher: "",
  name,
  source: "pawl.json",
  ...more,
});

test("gates are read as they were written, and written only when they have changed", () => {
  expect(readGateIndex(home)).toBeUndefined();
  writeGateIndex(home, [gate("one")]);
  expect(readGateIndex(home)).toEqual([gate("one")]);
  const file = gateIndexFile(home);
  utimesSync(file, 1, 1);
  writeGateIndex(home, [gate("one")]);
  expect(statSync(file).mtimeMs).toBe(1000);
  writeGateIndex(home, []);
  expect(statSync(file).mtimeMs).not.toBe(1000);
  expect(readGateIndex(home)).toEqual([]);
});

test.each(['{"version":2,"gates":[]}', '{"version":1,"gates":{}}', '{"version":1}', "{}", "{ half"])(
  "%s is no list of gates, and that is an error, not an open gate",
  (text) => {
    writeGateIndex(home, []);
    writeFileSync(gateIndexFile(home), text);
    expect(() => readGateIndex(home)).toThrow();
  },
);

test("an event concerns the gates of its name, its project and its tool; without a tool any gate", () => {
  const gates = [
    gate("everywhere"),
    gate("shop", { project: "/shop" }),
    gate("bash", { tools: ["Bash"] }),
    gate("stop", { event: "Stop" }),
  ];
  const about = (tool: string | undefined, ...projects: string[]) =>
    gatesAbout(gates, { event: "PreToolUse", tool, projects }).map(({ name }) => name);
  expect(about("Edit", "/other")).toEqual(["everywhere"]);
  expect(about("Bash", "/shop")).toEqual(["everywhere", "shop", "bash"]);
  expect(about(undefined)).toEqual(["everywhere", "bash"]);
});
