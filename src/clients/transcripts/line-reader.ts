import type { TranscriptEntry } from "../claude-code/transcript.ts";
import type { LineCounts } from "./entries.ts";
import type { Turn } from "./turns.ts";

/** The entries of one line, usually one. Never throws: what cannot be read is counted. */
export type ReadLine = (line: string, counts: LineCounts) => TranscriptEntry[];

export interface LineContext {
  path: string;
  /** For lines without a session id. */
  sessionId: string;
  /** Set where reading goes on: the turns that were open there. */
  turns?: readonly Turn[] | undefined;
}
