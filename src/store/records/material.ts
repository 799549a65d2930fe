/** The records of one session, as learning and digests read them. */
import type { Observation, Prompt, Response } from "./records.ts";

/** In no particular order: callers that need an order sort it. */
export interface SessionMaterial {
  sessionId: string;
  /** Root of the project: files inside it are named from there. */
  project: string;
  /** The branch at the session's start. */
  branch?: string | undefined;
  /** The folder that the session was in at this moment; absent: the project's root. */
  cwdAt?(at: number): string;
  prompts: readonly Prompt[];
  observations: readonly Observation[];
  responses?: readonly Response[];
  /** What the client wrote of the conversation when it compacted it. */
  summaries?: readonly { at: number; text: string }[];
}
