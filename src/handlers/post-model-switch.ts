import { type InputOf, pass, type ReplyFor, say } from "../protocol/index.ts";
import type { HandlerContext } from "./context.ts";
import { suggestAt } from "./suggest.ts";

/** One of the few events that tell how full the context is. */
export async function postModelSwitch(
  { contextTokens }: InputOf<"PostModelSwitch">,
  ctx: HandlerContext,
): Promise<ReplyFor<"PostModelSwitch">> {
  if (contextTokens === undefined) return pass;
  const line = await suggestAt({ type: "context", contextTokens }, ctx);
  return line === undefined ? pass : say(line);
}
