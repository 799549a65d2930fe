import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestKey } from "./digest-key.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-key-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const file = () => join(dir, "digest-key");

test("the key is 32 random bytes in a private file, made when it is asked for, and the same for everybody", () => {
  const first = digestKey(dir);
  expect(() => statSync(file())).toThrow();
  const key = first();
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect([readFileSync(file(), "utf8").trim(), statSync(file()).mode & 0o777]).toEqual([key, 0o600]);
  expect([first(), digestKey(dir)()]).toEqual([key, key]);
});

test("a process keeps its key, also when the file is gone meanwhile; another home has another key", () => {
  const first = digestKey(dir);
  const key = first();
  rmSync(file());
  expect(first()).toBe(key);
  expect(digestKey(dir)()).not.toBe(key);
});

test("a file without a key gets one; what is no file is an error", () => {
  writeFileSync(file(), "half");
  expect(digestKey(dir)()).toMatch(/^[0-9a-f]{64}$/);
  rmSync(file());
  mkdirSync(file());
  expect(digestKey(dir)).toThrow();
  expect(digestKey(join(dir, "missing"))).toThrow();
});
