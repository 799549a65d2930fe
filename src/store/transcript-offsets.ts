/** The part of the port that remembers how far each transcript has been read. */

export interface TranscriptOffset {
  path: string;
  /** Of the file when it was last read; as long as they are the same, nothing is new. */
  size: number;
  mtimeMs: number;
  dev: number;
  ino: number;
  /** Everything before it is stored. */
  offset: number;
  /** JSON that belongs to the offset. Without secrets, and of no meaning to the store. */
  state: string;
}

export interface TranscriptOffsets {
  transcriptOffset(path: string): Promise<TranscriptOffset | undefined>;
  /** Replaces what was remembered of that path. */
  saveTranscriptOffset(offset: TranscriptOffset): Promise<void>;
}
