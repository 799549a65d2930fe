import { expect, test } from "bun:test";
import { loadCliMessages } from "../../locale/cli/index.ts";
import { toImportBar } from "./command.ts";

const en = await loadCliMessages("en");

test("the bar shows files and speed", () => {
  const half = { files: 120, filesDone: 60, bytes: 100e6, bytesDone: 50e6 };
  expect(toImportBar(half, 2000, en.import)).toBe("[████████████────────────] 60/120 files · 25.0 MB/s");
});

test("the bar of no files is full", () => {
  expect(toImportBar({ files: 0, filesDone: 0, bytes: 0, bytesDone: 0 }, 0, en.import)).toEndWith(
    "0/0 files · 0.0 MB/s",
  );
});
