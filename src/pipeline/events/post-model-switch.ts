import { type InputOf, pass, type ReplyFor, say } from "../../clients/index.ts";
import { suggestAt } from "../../work/suggest.ts";
import type { EventContext } from "../event-context.ts";

/** One of the few events that tell how full the context is. */
export async function postModelSwitch(
  { contextTokens }: InputOf<"PostModelSwitch">,
  ctx: EventContext,
): Promise<ReplyFor<"PostModelSwitch">> {
  if (contextTokens === undefined) return pass;
  const line = await suggestAt({ type: "context", contextTokens }, ctx);
  return line === undefined ? pass : say(line);
}
