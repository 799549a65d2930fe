import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  isMissing,
  makePrivateDir,
  readIfThere,
  readRegular,
  stampOf,
  writeForNow,
  writeWhole,
} from "./files.ts";

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-files-"));
  file = join(dir, "a.txt");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("a file that is not there has no text, also below another file; what cannot be read is an error", () => {
  expect(readIfThere(file)).toBeUndefined();
  writeFileSync(file, "text");
  expect(readIfThere(file)).toBe("text");
  expect(readIfThere(join(file, "below"))).toBeUndefined();
  expect(() => readIfThere(dir)).toThrow("EISDIR");
  expect([isMissing(undefined), isMissing(new Error("x"))]).toEqual([false, false]);
});

test.skipIf(process.platform === "win32")("what is no regular file, or too large, is not waited for", () => {
  Bun.spawnSync(["mkfifo", file]);
  expect(() => readIfThere(file)).toThrow("no regular file");
  expect(() => readRegular("/dev/zero")).toThrow("no regular file");
  writeFileSync(join(dir, "b"), "12345");
  expect(readRegular(join(dir, "b"), 5).toString()).toBe("12345");
  expect(() => readRegular(join(dir, "b"), 4)).toThrow("larger than 4 bytes");
});

test.skipIf(process.platform !== "linux")("a file that says it is empty and has no end is refused", () => {
  expect(() => readRegular("/proc/self/pagemap")).toThrow("larger than");
});

test("a file longer than one part comes whole", () => {
  const text = "x".repeat(300_000);
  writeFileSync(file, text);
  expect(readIfThere(file)).toBe(text);
});

test("a stamp changes with the file's text and with its date, and a missing file has none", () => {
  expect([stampOf(file), existsSync(file)]).toEqual([undefined, false]);
  writeFileSync(file, "one");
  const first = stampOf(file);
  expect([stampOf(file), existsSync(file)]).toEqual([first, true]);
  utimesSync(file, 1, 1);
  const dated = stampOf(file);
  expect(dated).not.toBe(first);
  writeFileSync(file, "longer");
  utimesSync(file, 1, 1);
  expect(stampOf(file)).not.toBe(dated);
});

test.skipIf(process.platform === "win32")(
  "folders and files are for the user only unless another mode is asked for",
  () => {
    makePrivateDir(join(dir, "b", "c"));
    expect(statSync(join(dir, "b")).mode & 0o777).toBe(0o700);
    makePrivateDir(join(dir, "b", "c"));
    writeWhole(file, "text");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeWhole(file, "text", 0o755);
    expect(statSync(file).mode & 0o777).toBe(0o755);
    writeForNow(file, "now");
    expect([readIfThere(file), statSync(file).mode & 0o777]).toEqual(["now", 0o600]);
    expect(readdirSync(dir).sort()).toEqual(["a.txt", "b"]);
  },
);
