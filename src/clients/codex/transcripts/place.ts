/**
 * The context of a rollout line: session, turn and folder. A line does not contain it, so it is tracked from earlier lines.
 * Also creates the entries that carry the context.
 */
import type {
  AssistantEntry,
  EntryHead,
  ToolUse,
  TranscriptEntry,
  UserEntry,
} from "../../claude-code/transcript.ts";
import type { Turn } from "../../transcripts/to-records.ts";
import { asAssistant, asUser } from "../../transcripts/whole.ts";
import type { RolloutMeta } from "../rollout.ts";

export interface KnownPlace {
  /** The file's first line, for reading that resumes further down. */
  meta?: RolloutMeta | undefined;
  /** The turn that is open at this line. */
  turn?: Turn | undefined;
}

export type RolloutPlace = ReturnType<typeof createPlace>;

export function createPlace(fileSession: string, known: KnownPlace) {
  const state = {
    meta: known.meta,
    cwd: known.turn?.cwd || known.meta?.cwd || "",
    turnId: known.turn?.promptId,
    model: undefined as string | undefined,
  };

  const head = (at: number, id?: string): EntryHead => ({
    sessionId: state.meta?.sessionId ?? fileSession,
    at,
    ...(state.cwd === "" ? {} : { cwd: state.cwd }),
    ...(state.meta?.agentId === undefined ? {} : { agentId: state.meta.agentId }),
    ...(id === undefined ? {} : { uuid: id }),
  });

  const user = (at: number, text: string, id?: string): UserEntry =>
    asUser(head(at, id), { text, ...(state.turnId === undefined ? {} : { promptId: state.turnId }) });

  return {
    state,
    head,
    user,
    result: (at: number, toolUseId: string, content: string, isError: boolean): UserEntry => ({
      ...user(at, ""),
      results: [{ toolUseId, isError, content }],
    }),
    assistant: (at: number, text: string, tools: ToolUse[] = []): AssistantEntry => {
      const { model, meta } = state;
      const agent = meta?.agentType === undefined ? {} : { agentType: meta.agentType };
      return asAssistant(head(at), { text, tools, model, ...agent });
    },

    /**
     * A fork's file begins with a copy of the original's turns, and a subagent's file may too. They are already recorded. The
     * ids show it: a turn that is older than its thread was copied.
     */
    isCopied(): boolean {
      const { meta, turnId } = state;
      if (meta?.forkedFrom === undefined && meta?.agentId === undefined) return false;
      if (turnId === undefined) return meta.forkedFrom !== undefined;
      const turn = timeOfId(turnId);
      return turn !== undefined && turn < (timeOfId(meta.threadId) ?? turn);
    },

    /** Marks entries as copies. They record only which session this one was forked from. */
    copies(entries: TranscriptEntry[]): TranscriptEntry[] {
      const from = state.meta?.forkedFrom;
      if (from === undefined) return [];
      return entries.map((entry) => (entry.kind === "noise" ? entry : { ...entry, forkedFrom: from }));
    },
  };
}

/** Codex's threads and turns have ids of UUID version 7, which begin with their creation time. */
const VERSION_7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/i;

/** Milliseconds; undefined for another kind of id. */
export function timeOfId(id: string): number | undefined {
  const found = VERSION_7.exec(id);
  return found === null ? undefined : Number.parseInt(`${found[1]}${found[2]}`, 16);
}
