import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeAt } from "../../platform/paths.ts";
import { readImportMark, saveImportMark } from "./upkeep.ts";

test("when transcripts were imported, and that the user said no, is read again; anything else is no mark", () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-mark-"));
  try {
    const home = homeAt(join(dir, "home"));
    expect(readImportMark(home)).toBeUndefined();
    saveImportMark(home, { at: 5 });
    expect(readImportMark(home)).toEqual({ at: 5 });
    saveImportMark(home, { at: 6, declined: true });
    expect(readImportMark(home)).toEqual({ at: 6, declined: true });
    for (const text of ["{", "null", "{}", '{"at":"5"}']) {
      writeFileSync(home.imported, text);
      expect(readImportMark(home)).toBeUndefined();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
