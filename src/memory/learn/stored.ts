/** Solutions as the store keeps them, and as learning and recall compare them. */
import { BY_HAND, type Solution as StoredSolution } from "../records/knowledge.ts";
import { quote } from "../text/quote.ts";
import { toErrorLines } from "./fingerprint.ts";
import { normalizeLine } from "./normalize.ts";
import type { ErrorLine, Failure, Solution, SolutionSeen, Step } from "./types.ts";

/** What an error is known again by where nobody knows which command printed it. */
export function handFingerprint(error: string, project: string): string {
  return toErrorLines(error, "", project)[0]?.fingerprint ?? normalizeLine(quote(error, 240));
}

export function storedSteps(steps: readonly Step[]): string[] {
  return steps.map((step) => JSON.stringify(step));
}

export function stepsOf(stored: Pick<StoredSolution, "steps" | "text">): Step[] {
  const steps = stored.steps.flatMap((text): Step[] => {
    try {
      return text.startsWith("{") ? [JSON.parse(text) as Step] : [];
    } catch {
      // Cut by hand or by redaction: the text says it as well.
      return [];
    }
  });
  return steps.length > 0 ? steps : [{ kind: "note", text: stored.text }];
}

/** As recall weighs it. `line`: the complaint that it was found by. */
export function fromStored(stored: StoredSolution, line: Pick<ErrorLine, "fingerprint">): Solution {
  return {
    id: stored.id,
    fingerprint: line.fingerprint,
    tool: stored.toolName,
    subject: "",
    error: stored.errorSample,
    steps: stepsOf(stored),
    provenance: {
      sessionId: stored.provenance?.sessionId ?? "",
      key: stored.provenance?.event ?? "",
      at: stored.createdAt,
    },
    worked: stored.successes,
    failed: stored.failures,
    lastAt: stored.lastSeenAt,
  };
}

/** The failure's line that a solution by hand is about; its words may stand in the middle of a line. */
export function lineFor(
  stored: StoredSolution,
  failure: Failure,
  output: string,
  project: string,
): ErrorLine | undefined {
  const exact = failure.lines.find(({ fingerprint }) => fingerprint === stored.fingerprint);
  if (exact !== undefined || stored.kind !== BY_HAND) return exact;
  const wanted = normalizeLine(stored.errorSample.trim().split("\n")[0] ?? "");
  if (wanted.length < SHORTEST) return undefined;
  const inLine = failure.lines.find(({ text }) => normalizeLine(text).includes(wanted));
  if (inLine !== undefined) return inLine;
  const unscoped = toErrorLines(output, "", project).some(
    ({ fingerprint }) => fingerprint === stored.fingerprint,
  );
  const isSaid = unscoped || output.split("\n").some((line) => normalizeLine(line).includes(wanted));
  return isSaid ? failure.lines[0] : undefined;
}

/** A shorter piece of text stands everywhere. */
const SHORTEST = 8;

export function kindOf({ kind, tool }: SolutionSeen): string {
  return kind ?? tool;
}
