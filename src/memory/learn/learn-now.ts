/** Learning around a compaction. */

import type { EventContext } from "../../pipeline/services-context.ts";
import { Lru } from "../../platform/lru.ts";
import type { Store } from "../../store/store.ts";
import type { Learned } from "./learn.ts";

/** What PreCompact learned, until PostCompact has confirmed it: reading the whole session again would say the same. */
const learned = new WeakMap<Store, Lru<string, Promise<Learned>>>();
const MOST_SESSIONS = 50;

export async function learnBeforeCompaction(sessionId: string, ctx: EventContext): Promise<void> {
  const learning = ctx.work.learn(sessionId, ctx.at);
  const bySession = learned.get(ctx.store) ?? new Lru<string, Promise<Learned>>(MOST_SESSIONS);
  learned.set(ctx.store, bySession);
  bySession.set(sessionId, learning);
  try {
    await learning;
  } catch (error) {
    bySession.delete(sessionId);
    throw error;
  }
}

/** What PreCompact extracted. A daemon that was started since learns again, which changes nothing. */
export async function confirmLearned(sessionId: string, ctx: EventContext): Promise<Learned> {
  const bySession = learned.get(ctx.store);
  const known = bySession?.get(sessionId);
  bySession?.delete(sessionId);
  return (await known?.catch(() => undefined)) ?? ctx.work.learn(sessionId, ctx.at);
}
