/** What Pawl learns from what it sees: solutions, and what the user allowed and refused. Plain values. */
import type { Provenance } from "./memory.ts";

/** One thing that happened, so that the same one is never counted twice. */
/** Kind of a solution that somebody wrote: it fits whatever command prints the error. */
export const BY_HAND = "by-hand";

export interface Occurrence {
  /** Of the record that shows it, such as an observation's. */
  key: string;
  sessionId: string;
  at: number;
}

const SOLUTION_SOURCES = ["user", "derived", "model"] as const;
export type SolutionSource = (typeof SOLUTION_SOURCES)[number];

export interface SolutionDraft {
  /** The project's root; empty for one that holds everywhere. */
  project: string;
  /** The error without the parts that vary between occurrences. Solutions are looked up by it. */
  fingerprint: string;
  /** What kind of error: `type`, `test`, `missing-module`, … */
  kind: string;
  toolName: string;
  errorSample: string;
  text: string;
  steps: readonly string[];
  source: SolutionSource;
  provenance?: Provenance;
  redaction: number;
  at: number;
}

export interface Solution extends Omit<SolutionDraft, "at" | "steps"> {
  /** Opaque; names the record in its store, as a search hit's `id` does. */
  id: string;
  steps: string[];
  successes: number;
  failures: number;
  createdAt: number;
  lastSeenAt: number;
}

export interface PermissionDecision {
  key: string;
  project: string;
  sessionId: string;
  at: number;
  toolName: string;
  /** What the call was about, by kind: a command's program, a file's folder. */
  subject: string;
  decision: "allow" | "deny";
  /** What the user said when refusing. Read from the call itself: never written with the decision. */
  reason?: string;
  /** A shell command on one line, read from the call as well. */
  command?: string;
}

/** For the order of solutions: what worked often and seldom failed; untried ones stand in between. */
export function solutionWorth({ successes, failures }: Pick<Solution, "successes" | "failures">): number {
  return (successes + 1) / (successes + failures + 2);
}
