/** Learning from the session at hand: its files are as it has just left them. */
import type { HandlerContext } from "./context.ts";
import { type Learned, learnFrom } from "./learn.ts";

export async function learn(sessionId: string, ctx: HandlerContext): Promise<Learned> {
  const { store, at, redaction, knowing } = ctx;
  return learnFrom(store, sessionId, { at, redaction, hashOf: knowing.hashOf });
}
