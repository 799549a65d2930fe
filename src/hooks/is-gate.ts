import type { Hook } from "./config/hooks.ts";

/** A gate (`onError: "deny"`) refuses where it cannot judge. What nobody waits for is none. */
export function isGate({ onError, async }: Pick<Hook, "onError" | "async">): boolean {
  return onError === "deny" && !async;
}
