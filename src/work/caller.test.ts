import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { takeCall, writeCall } from "./caller.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pawl-handover-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const AT = 1_700_000_000_000;
const calls = () => join(root, "work", ".calls");
const names = () => (existsSync(calls()) ? readdirSync(calls()) : []);

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
