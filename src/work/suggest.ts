/** Says once, to the user, that this is a good moment to compact. */

import type { WorkContext } from "./continuity.ts";
import { type Occasion, suggestCompaction } from "./workflow/suggest.ts";

export async function suggestAt(occasion: Occasion, ctx: WorkContext): Promise<string | undefined> {
  const { said: before } = await ctx.continuity.notes();
  const { suggestion, said } = suggestCompaction(
    occasion,
    await ctx.continuity.count(),
    before,
    ctx.messages,
  );
  if (suggestion === undefined) return undefined;
  await ctx.continuity.note({ said });
  if (ctx.continuity.workflow() !== undefined) {
    ctx.continuity.timeline("compaction:suggest", { reason: suggestion.reason });
  }
  return suggestion.line;
}
