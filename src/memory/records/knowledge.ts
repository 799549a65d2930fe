/** Knowledge that Pawl infers: solutions, and the user's permission answers. Plain values. */
import type { Provenance } from "./memory.ts";

/** One occurrence, so that the same one is never counted twice. */
/** The kind of a solution written by a person: it applies to any command that prints the error. */
export const BY_HAND = "by-hand";

export interface Occurrence {
  /** The key of the record that shows it, such as an observation. */
  key: string;
  sessionId: string;
  at: number;
}

const SOLUTION_SOURCES = ["user", "derived", "model"] as const;
export type SolutionSource = (typeof SOLUTION_SOURCES)[number];

export interface SolutionDraft {
  /** The project's root; empty if it applies everywhere. */
  project: string;
  /** The error without the parts that vary between occurrences: the key of its solutions. */
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
  /** The subject of the call, by kind: a command's program, a file's folder. */
  subject: string;
  decision: "allow" | "deny";
  /** The user's reason for refusing. It is read from the call itself, and never stored with the decision. */
  reason?: string;
  /** A shell command on one line, read from the call as well. */
  command?: string;
}

/** Orders solutions: frequent successes and rare failures first, untried ones in the middle. */
export function solutionWorth({ successes, failures }: Pick<Solution, "successes" | "failures">): number {
  return (successes + 1) / (successes + failures + 2);
}
