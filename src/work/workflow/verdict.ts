/** A subagent's own judgement, in a comment that people reading its answer do not see. */
export type Verdict = "pass" | "fail" | "reject";

const VERDICTS: readonly string[] = ["pass", "fail", "reject"] satisfies Verdict[];

/** Bounded, so that a message full of unfinished comments costs nothing. */
const COMMENT = /<!--\s{0,20}VERDICT:\s{0,20}(\{[^<>]{0,500}\})\s{0,20}-->/gi;
const TAIL = 20_000;

/** The last verdict counts: an agent may quote the form before it fills it in. */
export function verdictIn(message: string): Verdict | undefined {
  const last = [...message.slice(-TAIL).matchAll(COMMENT)].at(-1)?.[1];
  if (last === undefined) return undefined;
  try {
    const result: unknown = JSON.parse(last)?.result;
    const name = typeof result === "string" ? result.toLowerCase() : "";
    return VERDICTS.includes(name) ? (name as Verdict) : undefined;
  } catch {
    // A comment that is not JSON is no verdict.
    return undefined;
  }
}
