import type { Observation, Prompt, Response } from "../records/records.ts";

/** The records of one session, in any order. */
export interface DigestMaterial {
  sessionId: string;
  /** Root of the project: files inside it are named from there. */
  project: string;
  /** The branch at the session's start. */
  branch?: string | undefined;
  prompts: readonly Prompt[];
  observations: readonly Observation[];
  responses?: readonly Response[];
}
