import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readQuietHeader, stampsOf, toQuietHeader } from "./quiet-calls.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-quiet-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

test("the stamps of files change when one of them appears, changes or goes", () => {
  const files = [join(dir, "a"), join(dir, "b")];
  const none = stampsOf(files);
  expect(stampsOf(files)).toBe(none);
  writeFileSync(join(dir, "b"), "1");
  const one = stampsOf(files);
  expect(one).not.toBe(none);
  expect(stampsOf(files)).toBe(one);
  writeFileSync(join(dir, "b"), "12");
  expect(stampsOf(files)).not.toBe(one);
  rmSync(join(dir, "b"));
  expect(stampsOf(files)).toBe(none);
});

test("a file that cannot be looked at is never the same", () => {
  const files = [`${dir}/a\0b`];
  expect(stampsOf(files)).not.toBe(stampsOf(files));
});

test("the header says the same on the other side, whatever a path contains", () => {
  const quiet = { files: ['/home/dev/a "b"/ü\r\n/config.json'], stamps: "none 12-3" };
  const header = toQuietHeader(quiet);
  expect(header).toMatch(/^[\x21-\x7e]+$/);
  expect(readQuietHeader(header)).toEqual(quiet);
});

test("anything else as a header says nothing", () => {
  for (const header of [
    "",
    "1",
    "%",
    "null",
    "{}",
    "%7B%7D",
    encodeURIComponent('{"files":[1],"stamps":""}'),
  ])
    expect(readQuietHeader(header)).toBeUndefined();
  expect(readQuietHeader(encodeURIComponent('{"files":[],"stamps":1}'))).toBeUndefined();
});
