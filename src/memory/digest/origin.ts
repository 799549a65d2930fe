import type { DigestFailure } from "./types.ts";

/** A failure and the state in which it came up. */
export interface Origin {
  failure: DigestFailure;
  folder?: string | undefined;
  environment: readonly string[];
  output: string;
  project: string;
  /** Seen in an earlier session: only what the failure points at can be its cure. */
  isEarlier: boolean;
}
