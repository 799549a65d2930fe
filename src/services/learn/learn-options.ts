import type { Pasts } from "../recall/pasts.ts";

export interface LearnOptions {
  at: number;
  redaction: number;
  pasts: Pasts;
  /** The present hash of a project file; absent when the session has not just worked on it. */
  hashOf?(path: string): string | undefined;
}
