import { expect, test } from "bun:test";
import { toBar } from "./progress.ts";

const added = { prompts: 0, observations: 0, responses: 0, events: 0 };

test("the bar tells files, speed and the time that is left", () => {
  const half = { files: 120, filesDone: 60, bytes: 100e6, bytesDone: 50e6, added };
  expect(toBar(half, 2000)).toBe("[████████████────────────] 60/120 files · 25.0 MB/s · 2 s left");
});

test("with nothing to do, and before anything is done, it claims nothing", () => {
  expect(toBar({ files: 0, filesDone: 0, bytes: 0, bytesDone: 0, added }, 0)).toEndWith(
    "0/0 files · 0.0 MB/s",
  );
  expect(toBar({ files: 1, filesDone: 0, bytes: 9, bytesDone: 0, added }, 5)).not.toContain("left");
});
