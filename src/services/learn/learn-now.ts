/** Learning from the session at hand: its files are as it has just left them. */
import type { EventContext } from "../event-context.ts";
import { type Learned, learnFrom } from "./learn.ts";

export async function learn(sessionId: string, ctx: EventContext): Promise<Learned> {
  const { store, at, redaction, pasts } = ctx;
  return learnFrom(store, sessionId, { at, redaction, pasts });
}
