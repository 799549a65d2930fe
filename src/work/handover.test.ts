import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readCleared, takeCall, writeCall, writeCleared } from "./handover.ts";
import type { Place } from "./workflow/work.ts";
import { projectFolder } from "./works.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pawl-handover-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const PLACE: Place = { project: "/p", checkout: "/p" };
const AT = 1_700_000_000_000;
const calls = () => join(root, "work", ".calls");
const names = () => (existsSync(calls()) ? readdirSync(calls()) : []);

test("a cleared session is handed to the next one in the same checkout, within a minute", async () => {
  expect(readCleared(root, PLACE, AT)).toBeUndefined();
  expect(await writeCleared(root, PLACE, "old", AT)).toEqual({ ok: true });
  expect(readCleared(root, PLACE, AT)).toBe("old");
  expect(readCleared(root, PLACE, AT + 60_000)).toBe("old");
  expect(readCleared(root, PLACE, AT + 60_001)).toBeUndefined();
  expect(readCleared(root, PLACE, AT - 60_000)).toBe("old");
  expect(readCleared(root, PLACE, AT - 60_001)).toBeUndefined();
  expect(readCleared(root, { ...PLACE, checkout: "/worktree" }, AT)).toBeUndefined();
});

test("a note that is damaged or incomplete says nothing", () => {
  const path = join(projectFolder(root, PLACE.project), "cleared.json");
  mkdirSync(dirname(path), { recursive: true });
  for (const note of [
    "{",
    "null",
    { session: 7, checkout: "/p", at: AT },
    { session: "old", checkout: "/p", at: "now" },
    { session: "old", at: AT },
  ]) {
    writeFileSync(path, typeof note === "string" ? note : JSON.stringify(note));
    expect(readCleared(root, PLACE, AT)).toBeUndefined();
  }
  // Half a note says nothing.
  const note = (bytes: number) => {
    const rest = JSON.stringify({ session: "", checkout: "/p", at: AT }).length;
    return JSON.stringify({ session: "x".repeat(bytes - rest), checkout: "/p", at: AT });
  };
  writeFileSync(path, note(4096));
  expect(readCleared(root, PLACE, AT)).toMatch(/^x+$/);
  writeFileSync(path, note(4097));
  expect(readCleared(root, PLACE, AT)).toBeUndefined();
});

test("a call belongs to the caller's own session, or to the only one that made it; each note is read once", async () => {
  expect(await takeCall(root, "t1", "s1")).toBeUndefined();
  expect(await writeCall(root, "t1", "s1", AT)).toEqual({ ok: true });
  await writeCall(root, "t1", "s2", AT);
  await writeCall(root, "t10", "s3", AT);
  expect(names()).toHaveLength(3);
  // Two made a call of that id, and neither is this one.
  expect(await takeCall(root, "t1", "other")).toBeUndefined();
  expect(await takeCall(root, "t1", "s1")).toBe("s1");
  expect(await takeCall(root, "t1", "s1")).toBe("s2");
  expect(await takeCall(root, "t1", "s1")).toBeUndefined();
  expect(await takeCall(root, "t10", undefined)).toBe("s3");
  expect(names()).toEqual([]);
});

test("a note without a session names none, and stays", async () => {
  await writeCall(root, "t1", "s1", AT);
  const [name = ""] = names();
  writeFileSync(join(calls(), name), '{"session":7}');
  expect(await takeCall(root, "t1", undefined)).toBeUndefined();
  expect(names()).toEqual([name]);
});

test("notes of calls that were never made go after ten minutes", async () => {
  await writeCall(root, "t1", "s1", AT);
  const [name = ""] = names();
  const written = (ms: number) => utimesSync(join(calls(), name), ms / 1000, ms / 1000);
  written(AT - 10 * 60_000);
  await writeCall(root, "t2", "s1", AT);
  expect(names()).toHaveLength(2);
  written(AT - 10 * 60_000 - 1_000);
  await writeCall(root, "t3", "s1", AT);
  expect(names()).toHaveLength(2);
  expect(names()).not.toContain(name);
});
