import { describe, expect, test } from "bun:test";
import { recordsIn } from "../../src/store/records/queries.ts";
import type { Opened } from "./opened.ts";

export function transcriptOffsetContract(opened: Opened): void {
  const offset = {
    path: "/home/dev/.claude/projects/-p/s1.jsonl",
    size: 5_000_000_000,
    mtimeMs: 1_700_000_000_123.456,
    dev: 2_049,
    ino: 1_234_567_890_123,
    offset: 4_999_999_000,
    state: '{"turns":[{"said":"日本語 🙂"}]}',
  };

  describe("transcript offsets", () => {
    test("a saved offset is found again, to the fraction of a millisecond, also by another process", async () => {
      const store = opened.store();
      expect(await recordsIn(store).transcriptOffset(offset.path)).toBeUndefined();
      await recordsIn(store).saveTranscriptOffset(offset);
      expect(await recordsIn(store).transcriptOffset(offset.path)).toEqual(offset);
      expect(await recordsIn(await opened.another()).transcriptOffset(offset.path)).toEqual(offset);
    });

    test("a later one replaces it, and each path has its own", async () => {
      const store = opened.store();
      const other = { ...offset, path: "/other.jsonl", offset: 1 };
      await recordsIn(store).saveTranscriptOffset(offset);
      await recordsIn(store).saveTranscriptOffset(other);
      await recordsIn(store).saveTranscriptOffset({ ...offset, offset: 7, state: "{}" });
      expect(await recordsIn(store).transcriptOffset(offset.path)).toEqual({
        ...offset,
        offset: 7,
        state: "{}",
      });
      expect(await recordsIn(store).transcriptOffset(other.path)).toEqual(other);
    });
  });
}
