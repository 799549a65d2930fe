/** What every handler is given. Time, files and the environment come in here; handlers reach for none of them. */

import type { HookEventName, InputOf, ReplyFor } from "../clients/index.ts";
import type { BackgroundWork } from "../daemon/work/work.ts";
import type { Summaries } from "../history/summary/summaries.ts";
import type { Settings } from "../hooks/config/schema.ts";
import type { Messages } from "../locale/messages.ts";
import type { ClientMemory } from "../memory/client/service.ts";
import type { ContextBlock } from "../recall/blocks/start-block.ts";
import type { KnowledgeService } from "../recall/knowledge-type.ts";
import type { Store } from "../store/store.ts";
import type { Continuity } from "../work/continuity.ts";

export interface EventContext {
  store: Store;
  at: number;
  /** The coding agent that the session runs in. */
  client: string;
  project: string;
  settings: Settings;
  /** Where workflows are: Pawl's home, or the root of another tool. */
  workflowRoot: string;
  /** Facts about the project that are read from its files, such as its package manager. */
  projectNotes(): readonly { uri: string; text: string }[];
  /** The folder that the session's files are named from: the project's, or its worktree's. */
  root: string;
  /** The branch that is checked out. */
  branch(): string | undefined;
  /** The texts of the project's CLAUDE.md files. */
  claudeMd(): string;
  /** This session gets nothing that Pawl inferred; see `recall/holdout`. */
  isHeldOut: boolean;
  /** True for a source that the user muted. */
  isMuted(uri: string): boolean;
  /** Records the block in the injection ledger; memories in it count as used. */
  ledger(event: HookEventName, block: ContextBlock): Promise<void>;
  /** Every sentence that is said, in the session's language. */
  messages: Messages;
  /** The folders that the project was in before it was renamed or moved. Their records belong to the project afterwards. */
  followMoved(): Promise<string[]>;
  /** A handoff for the next session in this project; returned only once. */
  takeHandoff(): Promise<ContextBlock | undefined>;
  /** The workflow, the state files, and what was said to the user before. */
  continuity: Continuity;
  /** What recall and learning need beyond the store. */
  knowledge: KnowledgeService;
  /** The client's own memory files. */
  clientMemory: ClientMemory;
  /** The session itself and those it was forked from: their prompts and injections are in its conversation. */
  own(): Promise<{ sessions: ReadonlySet<string>; forkedAt?: number }>;
  /**
   * Stores what the transcript has and the store lacks. Waits at most `withinMs`; the rest is done in the
   * background.
   */
  catchUp(withinMs?: number): Promise<void>;
  /** Something that the user has to know, once. Undefined where nobody would see it. */
  takeNotice(): string | undefined;
  /** Work on a whole session, away from the thread that answers. */
  work: Pick<BackgroundWork, "learn" | "digest" | "summarize">;
  /** Summaries by a model, where the user wants them. */
  summaries: Pick<Summaries, "ended" | "goesOn">;
  /** Work that no answer waits for; the daemon finishes it before it exits. */
  later(work: () => Promise<void>): void;
}

export type EventHandler<E extends HookEventName> = (
  input: InputOf<E>,
  ctx: EventContext,
) => Promise<ReplyFor<E>>;

/** At most one per event; an event without one is recorded and answered with nothing. */
export type EventHandlers = { readonly [E in HookEventName]?: EventHandler<E> };
