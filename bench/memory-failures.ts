/**
 * Repeated errors: was a solution offered, and was it the right one? An error is repeated if an earlier session of
 * the project had one with the same fingerprint. An offer is right if the error was then fixed in this session by
 * the same kind of action as offered (the same command except for numbers and paths; an edit that does the same
 * about the error, or shares a third of its words). If the error was never fixed in the session, the offer counts
 * as wrong.
 */
import { toFailure } from "../src/memory/learn/fingerprint.ts";
import { areAlike, mergeSolutions } from "../src/memory/learn/solution-record.ts";
import { solutionsIn } from "../src/memory/learn/solutions.ts";
import type { Solution } from "../src/memory/learn/types.ts";
import { recallForFailure } from "../src/memory/recall/failure.ts";
import type { Remembered } from "./memory-remembered.ts";

export function measureFailures() {
  const count = { failures: 0, repeated: 0, offered: 0, resolved: 0, right: 0 };
  const known = new Map<string, { seen: Set<string>; solutions: Solution[] }>();

  /** Returns the tokens that its failures would have injected. */
  function session({ id, project, material }: Remembered): number {
    const memory = known.get(project) ?? { seen: new Set<string>(), solutions: [] };
    const found = solutionsIn(material);
    const now = new Set<string>();
    const uris = new Set<string>();
    let tokens = 0;
    for (const call of material.observations) {
      const failure = toFailure(call, material.project);
      if (failure === undefined) continue;
      count.failures++;
      for (const { fingerprint } of failure.lines) now.add(fingerprint);
      const injected = { sessions: new Set([id]), uris: new Set(uris), texts: new Set<string>() };
      const { block } = recallForFailure({ failure, solutions: memory.solutions, injected });
      tokens += block?.tokens ?? 0;
      for (const { uri } of block?.sources ?? []) uris.add(uri);
      if (!failure.lines.some(({ fingerprint }) => memory.seen.has(fingerprint))) continue;
      count.repeated++;
      // Queried without history: an earlier injection in the session does not make it less of an offer.
      const fresh = { ...injected, uris: new Set<string>() };
      const offer = recallForFailure({ failure, solutions: memory.solutions, injected: fresh }).block;
      if (offer === undefined) continue;
      count.offered++;
      const offered = memory.solutions.filter((one) =>
        offer.sources.some(({ uri }) => uri === `solution://${one.id}`),
      );
      const cures = found.filter(
        (cure) =>
          cure.provenance.key === call.key && offered.some((one) => one.fingerprint === cure.fingerprint),
      );
      if (cures.length > 0) count.resolved++;
      if (
        cures.some((cure) =>
          offered.some((one) => one.fingerprint === cure.fingerprint && areAlike(one.steps, cure.steps)),
        )
      ) {
        count.right++;
      }
    }
    for (const fingerprint of now) memory.seen.add(fingerprint);
    memory.solutions = mergeSolutions(memory.solutions, found);
    known.set(project, memory);
    return tokens;
  }

  return { session, result: () => count };
}
