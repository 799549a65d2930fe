import { context, type InputOf, pass, type ReplyFor, say } from "../protocol/index.ts";
import { greenAfterEdits } from "../workflow/suggest.ts";
import { isEdit, runsIn } from "../workflow/working-set.ts";
import type { HandlerContext } from "./context.ts";
import { hintToRemember } from "./hints.ts";
import { suggestAt } from "./suggest.ts";

/** How far back an edit may lie: a green run long after the last edit marks no step. */
const LOOK_BACK = 100;

export async function postToolUse(
  input: InputOf<"PostToolUse">,
  ctx: HandlerContext,
): Promise<ReplyFor<"PostToolUse">> {
  const line = await suggestAfterGreen(input, ctx);
  const hint = isEdit(input.toolName) ? await hintToRemember(input, ctx) : undefined;
  return { ...(line === undefined ? pass : say(line)), ...(hint === undefined ? {} : context(hint)) };
}

/** Edits, then a test run that goes well: something is finished, and what led there can be let go. */
async function suggestAfterGreen(
  { sessionId, agentId, toolName, toolUseId }: InputOf<"PostToolUse">,
  ctx: HandlerContext,
): Promise<string | undefined> {
  if (toolName !== "Bash" || agentId !== undefined) return undefined;
  const [last] = await ctx.store.observations({ sessionId, limit: 1 });
  // Most commands are no test run: those cost one row.
  if (last === undefined || last.toolUseId !== toolUseId) return undefined;
  if (!runsIn([last]).some(({ kind, ok }) => ok && kind === "test")) return undefined;
  const newest = await ctx.store.observations({ sessionId, limit: LOOK_BACK });
  const green = greenAfterEdits(newest.reverse());
  return green === undefined ? undefined : suggestAt({ type: "green", ...green }, ctx);
}
