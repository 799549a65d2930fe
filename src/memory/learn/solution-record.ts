/** A solution's track record: the same cure seen again, and what came of telling it. */

import type { Observation } from "../records/records.ts";
import { inputField } from "../text/input-text.ts";
import { mainCommand, toFailure } from "./fingerprint.ts";
import { normalizeLine } from "./normalize.ts";
import { isSameTask } from "./same-command.ts";
import type { Failure, Solution, SolutionSeen, Step } from "./types.ts";

/** Adds what was seen to what is known; both are left as they are. */
export function mergeSolutions(known: readonly Solution[], seen: readonly SolutionSeen[]): Solution[] {
  const merged = known.map((solution) => ({ ...solution }));
  for (const one of seen) {
    const same = merged.find((solution) => isSameSolution(solution, one));
    if (same === undefined) {
      merged.push({ ...one, id: idOf(one), worked: 1, failed: 0, lastAt: one.provenance.at });
      continue;
    }
    // The same record read twice (a resumed session, a second import) is one success.
    if (same.provenance.key === one.provenance.key || same.lastAt >= one.provenance.at) continue;
    same.worked++;
    same.lastAt = one.provenance.at;
    // The newest wording is the one that fits today's code.
    same.steps = one.steps;
    same.error = one.error;
  }
  return merged;
}

function isSameSolution(a: SolutionSeen, b: SolutionSeen): boolean {
  return a.fingerprint === b.fingerprint && areAlike(a.steps, b.steps);
}

/** Whether two cures are the same kind of action: one step of each is alike. */
export function areAlike(a: readonly Step[], b: readonly Step[]): boolean {
  return a.some((step) => b.some((other) => isAlike(step, other)));
}

const ALIKE = 0.34;

function isAlike(a: Step, b: Step): boolean {
  if (a.kind === "edit" && b.kind === "edit") {
    if (a.does !== "other" || b.does !== "other") return a.does === b.does;
    return overlap(wordsOf(a.what), wordsOf(b.what)) >= ALIKE;
  }
  if (a.kind === "note" || b.kind === "note")
    return a.kind === "note" && b.kind === "note" && a.text === b.text;
  if (a.kind === "edit" || b.kind === "edit") return false;
  // Another number, path or hash does not make it another command.
  return normalizeLine(a.command) === normalizeLine(b.command);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? []);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  const smaller = Math.min(a.size, b.size);
  return smaller < 2 ? 0 : shared / smaller;
}

function idOf(seen: SolutionSeen): string {
  const steps = seen.steps.map(wordsOfStep);
  return new Bun.CryptoHasher("sha256")
    .update([seen.fingerprint, ...steps].join("\n"))
    .digest("hex")
    .slice(0, 16);
}

function wordsOfStep(step: Step): string {
  if (step.kind === "note") return step.text;
  return `${step.kind} ${step.kind === "edit" ? `${step.file} ${step.what}` : step.command}`;
}

type Outcome = "worked" | "failed" | "unknown";

/** What came of telling a solution: the next run of the same command shows it. `after`: oldest first. */
export function outcomeOf(
  injected: Pick<Solution, "fingerprint">,
  failure: Pick<Failure, "subject">,
  after: readonly Observation[],
  project: string,
): Outcome {
  for (const call of after) {
    if (call.toolName !== "Bash") continue;
    const command = mainCommand(inputField(call.input, "command") ?? "", project)?.command;
    if (command === undefined || !isSameTask(failure.subject, command)) continue;
    const again = toFailure(call, project);
    if (again === undefined) return call.ok ? "worked" : "unknown";
    return again.lines.some((line) => line.fingerprint === injected.fingerprint) ? "failed" : "worked";
  }
  return "unknown";
}

export function withOutcome(solution: Solution, outcome: Outcome, at: number): Solution {
  if (outcome === "unknown") return solution;
  const counted = outcome === "worked" ? { worked: solution.worked + 1 } : { failed: solution.failed + 1 };
  return { ...solution, ...counted, lastAt: Math.max(solution.lastAt, at) };
}

/** "worked 3 times", "seen once", "worked 2 of 5 times"; of one that nobody has tried, who says it. */
export function trackRecord({ worked, failed }: Pick<Solution, "worked" | "failed">): string {
  if (worked + failed === 0) return "written down by the user";
  if (failed > 0) return `worked ${worked} of ${worked + failed} times`;
  return worked === 1 ? "seen once" : `worked ${worked} times`;
}
