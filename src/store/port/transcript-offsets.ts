/** The part of the port that stores how far each transcript has been read. */

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

export interface TranscriptOffsets {
  transcriptOffset(path: string): Promise<TranscriptOffset | undefined>;
  /** Replaces the stored offset of that path. */
  saveTranscriptOffset(offset: TranscriptOffset): Promise<void>;
}
