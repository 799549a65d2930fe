/** The values of recall where the user's settings name no others: the settings schema takes them from here. */

/** Tokens that a session is told at its start, and again after a compaction. */
export const START_TOKENS = 800;
/** Of core memories at a session's start. */
export const CORE_TOKENS = 1200;

export const RECALL_DEFAULTS = {
  promptTokens: 500,
  fileTokens: 350,
  failureTokens: 300,
  subagentTokens: 170,
  /** Measured with bench/memory.ts: silent for four of five prompts whose related sessions are not in memory. */
  threshold: 2.6,
} as const;
