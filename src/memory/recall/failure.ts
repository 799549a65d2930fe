/** PostToolUseFailure: the solution that went before, with its track record. Told once, and never one that fails. */

import { trackRecord } from "../learn/solution-record.ts";
import type { Failure, Solution, Step } from "../learn/types.ts";
import { RECALL_DEFAULTS } from "./defaults.ts";
import { dayOf, quoted, renderFacts } from "./render.ts";
import type { AlreadyInjected, Considered, Fact, Limits, Recall } from "./types.ts";

/** `threshold`: the share of tries that a solution must have helped in. */
export const FAILURE_LIMITS: Limits = { budget: RECALL_DEFAULTS.failureTokens, most: 2, threshold: 0.4 };

interface FailureRecallInput {
  failure: Failure;
  /** Of this project only: those with one of the failure's fingerprints. */
  solutions: readonly Solution[];
  injected: AlreadyInjected;
  limits?: Limits;
}

export function recallForFailure({
  failure,
  solutions,
  injected,
  limits = FAILURE_LIMITS,
}: FailureRecallInput): Recall {
  const place = new Map(failure.lines.map(({ fingerprint }, index) => [fingerprint, index]));
  const known = solutions
    .filter(({ fingerprint }) => place.has(fingerprint))
    .sort(
      (a, b) =>
        (place.get(a.fingerprint) ?? 0) - (place.get(b.fingerprint) ?? 0) ||
        chance(b) - chance(a) ||
        b.lastAt - a.lastAt,
    );
  const facts: Fact[] = [];
  const considered = known.map((solution): Considered => {
    const uri = `solution://${solution.id}`;
    const outcome = outcomeFor(solution, uri, injected, limits, facts.length);
    if (outcome === "injected") facts.push(toFact(solution, uri));
    return { uri, score: chance(solution), evidence: chance(solution), why: [], outcome };
  });
  const heading = "An error like this went away before in this project:";
  const { block, left } = renderFacts(heading, facts, limits.budget);
  for (const one of considered) if (left.includes(one.uri)) one.outcome = "over budget";
  return block === undefined ? { considered } : { block, considered };
}

function outcomeFor(
  solution: Solution,
  uri: string,
  injected: AlreadyInjected,
  limits: Limits,
  chosen: number,
): Considered["outcome"] {
  // What this session found out itself stands in its context already.
  if (injected.sessions.has(solution.provenance.sessionId) && solution.worked <= 1) return "own session";
  if (injected.uris.has(uri)) return "injected before";
  if (solution.failed > 0 && solution.worked / (solution.worked + solution.failed) < limits.threshold) {
    return "below the threshold";
  }
  return chosen >= limits.most ? "not needed" : "injected";
}

/** Of being right, with few tries counting for little. */
function chance({ worked, failed }: Solution): number {
  return (worked + 1) / (worked + failed + 2);
}

function toFact(solution: Solution, uri: string): Fact {
  const record = `${trackRecord(solution)}, last ${dayOf(solution.lastAt)}`;
  const steps = solution.steps.map(renderStep).join("; ");
  const isNote = solution.steps.some(({ kind }) => kind === "note");
  return {
    uri,
    type: "solution",
    text: `${quoted(solution.error, 200)} ${isNote ? "is known" : "went away after"}: ${steps} (${record})`,
    reason: `same error as before, ${record}`,
  };
}

export function renderStep(step: Step): string {
  if (step.kind === "note") return quoted(step.text, 300);
  if (step.kind === "edit") return `in ${step.file}: ${step.what}`;
  return step.kind === "run" ? `running \`${step.command}\`` : `using \`${step.command}\` instead`;
}
