import type { TrustState } from "../../hooks/trust.ts";

/** Undefined where there is nothing to do. */
export function toTrustSentence(trust: TrustState, hooks: number): string | undefined {
  if (trust.state === "unknown")
    return `.claude/pawl.json has ${hooks} ${hooks === 1 ? "hook" : "hooks"} that you have not allowed. Run pawl hooks trust.`;
  if (trust.state === "changed")
    return `Changed since you allowed it: ${trust.changes.join(", ")}. Run pawl hooks trust.`;
  return undefined;
}
