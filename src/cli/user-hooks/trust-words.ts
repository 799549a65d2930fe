import type { TrustState } from "../../hooks/trust.ts";
import { words } from "../words.ts";

/** Undefined if there is nothing to do. */
export function toTrustSentence(trust: TrustState, hooks: number): string | undefined {
  if (trust.state === "unknown") return words.hooks.untrusted(hooks);
  if (trust.state === "changed") return words.hooks.changed(trust.changes.join(", "));
  return undefined;
}
