import type { Database } from "bun:sqlite";
import type { TranscriptOffset } from "../port/transcript-offsets.ts";
import { type Named, toText } from "../values.ts";

export function createTranscriptOffsets(db: Database) {
  const find = db.query<TranscriptOffset, Named>(
    `select path, size, mtime_ms as mtimeMs, dev, ino, offset, state from transcript_offsets where path = $path`,
  );
  const save = db.query<unknown, Named>(
    `insert or replace into transcript_offsets (path, size, mtime_ms, dev, ino, offset, state)
     values ($path, $size, $mtimeMs, $dev, $ino, $offset, $state)`,
  );
  return {
    transcriptOffset: (path: string): TranscriptOffset | undefined =>
      find.get({ path: toText(path) }) ?? undefined,
    saveTranscriptOffset(offset: TranscriptOffset): void {
      save.run({ ...offset, path: toText(offset.path), state: toText(offset.state) });
    },
  };
}
