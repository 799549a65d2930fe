import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMuted } from "./muted.ts";

test("what is muted stays so for the next daemon until it is heard again; a damaged file mutes nothing", () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-muted-"));
  try {
    const path = join(dir, "muted.json");
    const muted = openMuted(path);
    expect(muted.has("session://a")).toBe(false);
    muted.set("session://a", true);
    muted.set("session://b", true);
    expect(openMuted(path).all()).toEqual(["session://a", "session://b"]);
    muted.set("session://a", false);
    expect(muted.has("session://a")).toBe(false);
    expect(openMuted(path).all()).toEqual(["session://b"]);
    for (const text of ["{", "{}", '"x"', "null"]) {
      writeFileSync(path, text);
      expect(openMuted(path).all()).toEqual([]);
    }
    writeFileSync(path, '["session://c", 7]');
    expect(openMuted(path).all()).toEqual(["session://c"]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
