import type { SessionDigest } from "../digest/types.ts";

export interface LearnOptions {
  at: number;
  redaction: number;
  /** The session was read from a transcript: what its user said is only proposed. */
  isImport?: boolean;
  /** The session has a new digest: whoever keeps digests in memory replaces it. */
  onDigest?(project: string, digest: SessionDigest): void;
  /** The present hash of a project file; absent when the session has not just worked on it. */
  hashOf?(path: string): string | undefined;
}
