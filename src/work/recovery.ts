/** The status of the work, for the summariser (PreCompact) and for the model (SessionStart). */

import type { EventContext } from "../pipeline/services-context.ts";
import { cutText } from "./workflow/cut.ts";
import { RECOVERY_LIMIT, recoveryMessage } from "./workflow/recovery.ts";
import type { WorkflowState } from "./workflow/state.ts";

export function recoveryOf(state: WorkflowState, ctx: EventContext): string {
  const { continuity, messages } = ctx;
  return recoveryMessage({
    state,
    messages,
    pending: continuity.pendingTasks(),
    where: continuity.workflowPath(),
    own: continuity.own,
    guide: continuity.guide,
  });
}

/** The open tasks alone, for a session without a workflow. */
export function pendingOf(ctx: EventContext): string | null {
  const pending = ctx.continuity.pendingTasks();
  return pending === null ? null : cutText(pending, RECOVERY_LIMIT);
}
