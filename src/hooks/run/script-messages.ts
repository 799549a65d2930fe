/** What the daemon and a script process say to each other. */
export type ToScripts =
  | { kind: "call"; id: number; file: string; input: unknown; toolUseID: string | undefined }
  /** Only imported, to see whether it can be. */
  | { kind: "load"; id: number; file: string }
  /** The call's time is over: its signal fires. */
  | { kind: "abort"; id: number; reason: string }
  | { kind: "ping" };

export type FromScripts =
  | { kind: "ready" }
  /** Sent before the script runs: a call without it was not begun, and can be given to another process. */
  | { kind: "started"; id: number }
  /** `json` is the answer's text; absent when the script answered nothing. */
  | { kind: "answer"; id: number; json: string | undefined }
  | { kind: "error"; id: number; message: string }
  | { kind: "pong" };

/** Longer answers are refused. */
export const ANSWER_LIMIT = 1024 * 1024;
