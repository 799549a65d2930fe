/** What recall and learning need beyond the store: settings, files, and what is kept in memory between events. */
import type { SeenLines } from "../memory/learn/patterns.ts";
import type { InferredKind } from "./past/item.ts";
import type { ProjectPast } from "./past/past.ts";

export interface KnowledgeService {
  recall: RecallSettings;
  /** Off unless the user turned it on. */
  askToSave: boolean;
  askToSaveAfter: number;
  /** The project's past, without the session that asks. */
  past(except: readonly string[]): Promise<ProjectPast>;
  /** What others learned may be there although nothing happened here yet. */
  isInTeam(): boolean;
  /** Which lines were written where in this project, as far as this daemon has seen. */
  seenLines(): SeenLines;
  sawLines(seen: SeenLines): void;
  /** Whether this was asked before: a hint on one folder of a note is not repeated. */
  wasHinted(uri: string, folder: string): boolean;
  /** A subagent's task is announced with the call that starts it, and needed a moment later, when it starts. */
  noteTask(sessionId: string, agentType: string, task: string): void;
  /** The oldest one that no subagent of this type has taken yet. */
  takeTask(sessionId: string, agentType: string): string | undefined;
}

interface RecallSettings {
  promptTokens: number;
  fileTokens: number;
  failureTokens: number;
  subagentTokens: number;
  threshold: number;
  /** The share of sessions that get nothing inferred, from 0 to 1. */
  holdout: number;
  /** Kinds of inferred items that are switched off or on by the user. */
  kinds: Readonly<Partial<Record<InferredKind, boolean>>>;
}
