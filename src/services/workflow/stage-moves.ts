/** What changed between two states of a workflow, as lines of its timeline. */

import { movesBetween } from "../../workflow/moves.ts";
import type { EventContext } from "../event-context.ts";
import type { Changed } from "./continuity-type.ts";

/** The stages that were finished. */
export function recordMoves({ before, after }: Changed, ctx: EventContext): string[] {
  const moves = movesBetween(before, after);
  for (const { type, ...fields } of moves) ctx.continuity.timeline(type, fields);
  return moves.flatMap(({ type, stage }) =>
    type === "stage:complete" && stage !== undefined ? [stage] : [],
  );
}
