/** Recall's input for an event. The pipeline builds it; recall itself reads no clock, file or environment. */

import type { HookEventName } from "../clients/index.ts";
import type { Messages } from "../locale/messages.ts";
import type { ClientMemory } from "../memory/client/service.ts";
import type { Store } from "../store/store.ts";
import type { ContextBlock } from "./blocks/start-block.ts";
import type { KnowledgeService } from "./knowledge.ts";

export interface RecallContext {
  store: Store;
  at: number;
  project: string;
  /** The base folder of the session's file names: the project's, or its worktree's. */
  root: string;
  /** The session gets nothing that Pawl inferred; see `holdout.ts`. */
  isHeldOut: boolean;
  /** True for a source that the user muted. */
  isMuted(uri: string): boolean;
  /** Records the block in the injection ledger; memories in it count as used. */
  ledger(event: HookEventName, block: ContextBlock): Promise<void>;
  /** All messages, in the session's language. */
  messages: Messages;
  /** Dependencies of recall and learning beyond the store. */
  knowledge: KnowledgeService;
  /** The client's own memory files. */
  clientMemory: ClientMemory;
  /** The session itself and those it was forked from: their prompts and injections are in its conversation. */
  own(): Promise<{ sessions: ReadonlySet<string>; forkedAt?: number }>;
}
