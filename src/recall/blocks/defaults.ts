/** Default values of recall for the user's settings. The settings schema uses them. */

/** Maximum tokens injected at a session's start, and again after a compaction. */
export const START_TOKENS = 800;
/** Maximum tokens of core memories at a session's start. */
export const CORE_TOKENS = 1200;

export const RECALL_DEFAULTS = {
  promptTokens: 500,
  fileTokens: 350,
  failureTokens: 300,
  subagentTokens: 170,
  /** Measured with bench/memory.ts: with this value, four of five prompts without a related session in memory get nothing. */
  threshold: 2.6,
} as const;
