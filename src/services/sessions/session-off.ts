/** `PAWL_OFF` of one session, as the daemon sees it. */
import type { Clock } from "../../platform/clock.ts";
import { isSessionOff, markOn } from "../../platform/off.ts";
import type { Home } from "../../platform/paths.ts";
import type { HookInput } from "../../protocol/index.ts";

/** A session that starts or goes on without `PAWL_OFF` counts again from here: its hooks would not come otherwise. */
export function sessionIsOff(input: HookInput, home: Home, now: Clock): boolean {
  if (input.event === "SessionStart" || input.event === "UserPromptSubmit") {
    markOn(home.off, input.sessionId, now());
    return false;
  }
  return isSessionOff(home.off, input.sessionId);
}
