import { expect, test } from "bun:test";
import { loadCliMessages } from "../../locale/cli/index.ts";
import { toImportBar } from "./command.ts";

const en = await loadCliMessages("en");

test("the bar shows files, speed and the remaining time", () => {
  const half = { files: 120, filesDone: 60, bytes: 100e6, bytesDone: 50e6 };
  expect(toImportBar(half, 2000, en.import)).toBe(
    "[████████████────────────] 60/120 files · 25.0 MB/s · 2 s left",
  );
});

test("without any progress the bar shows no remaining time", () => {
  expect(toImportBar({ files: 0, filesDone: 0, bytes: 0, bytesDone: 0 }, 0, en.import)).toEndWith(
    "0/0 files · 0.0 MB/s",
  );
  expect(toImportBar({ files: 1, filesDone: 0, bytes: 9, bytesDone: 0 }, 5, en.import)).not.toContain("left");
});
