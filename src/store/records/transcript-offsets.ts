import type { Database } from "bun:sqlite";

import { type Named, toText } from "../values.ts";

export interface TranscriptOffset {
  path: string;
  /** The file's size and time when it was last read; if they are the same, nothing is new. */
  size: number;
  mtimeMs: number;
  dev: number;
  ino: number;
  /** Everything before it is stored. */
  offset: number;
  /** JSON that belongs to the offset. Contains no secrets and is opaque to the store. */
  state: string;
}

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
