/**
 * A forked session's file starts with a copy of the original session's lines, under the fork's session id and
 * `promptId` (measured with client 2.1.325). They are already recorded in the original session. `/branch` and the
 * SDK's `forkSession` name the original session on each copy. `--fork-session` does not: its copies keep the old
 * times, and two things show when the fork started: the SessionStart hook and, in sessions without a terminal, the
 * queue entry of the first prompt, which comes before the copies although it is later than they are.
 */
import { promptMark } from "../../store/records/keys.ts";
import { promptText } from "../../text/prompt.ts";
import type { ConversationEntry, TranscriptEntry } from "../claude-code/transcript.ts";

/** The origin of a fork, as shown by its copies. Without text, which belongs to the original session. */
export interface Fork {
  /** The start time, if known. */
  at: number;
  /** Sessions that the copies name as their origin. */
  from: string[];
  /** Copied prompts: their times and their `promptMark`. The store knows which session they belong to. */
  asked: [at: number, mark: string][];
  /** Sessions that are the likely origin, until there are copies to check. */
  likely?: string[];
}

export interface ForkState {
  /** Set while all lines so far were copies of another session's lines. */
  forkedAt?: number;
  fork?: Fork;
}

interface ForkFilter {
  isCopy(entry: TranscriptEntry): boolean;
  /** Passed in again when reading continues. */
  state(): ForkState;
}

const MOST_ASKED = 400;

export function createForkFilter(known: ForkState, atStart: boolean): ForkFilter {
  let { forkedAt } = known;
  let fork = known.fork;
  let sawConversation = !atStart;

  function note(entry: ConversationEntry): true {
    const { at, from, asked, ...rest } = fork ?? { at: 0, from: [], asked: [] };
    const { forkedFrom, sessionId } = entry;
    const isNew = forkedFrom !== undefined && forkedFrom !== sessionId && !from.includes(forkedFrom);
    const words = askedIn(entry);
    fork = {
      ...rest,
      at: Math.max(at, forkedAt ?? entry.at),
      from: isNew ? [...from, forkedFrom] : from,
      asked: words === undefined ? asked : addAsked(asked, [entry.at, promptMark(words)]),
    };
    return true;
  }

  return {
    isCopy(entry) {
      if (entry.kind === "noise") {
        if (!sawConversation && forkedAt === undefined) forkedAt = entry.queuedAt;
        return false;
      }
      sawConversation = true;
      if (entry.forkedFrom !== undefined) return note(entry);
      if (forkedAt === undefined || entry.at === 0) return false;
      if (entry.at < forkedAt) return note(entry);
      // From here on the lines are the fork's own, even if the clock is set back.
      forkedAt = undefined;
      return false;
    },
    state: () => ({
      ...(forkedAt === undefined ? {} : { forkedAt }),
      ...(fork === undefined ? {} : { fork }),
    }),
  };
}

/** Read twice after an aborted read: noted once. */
function addAsked(asked: Fork["asked"], one: Fork["asked"][number]): Fork["asked"] {
  if (asked.some(([at, mark]) => at === one[0] && mark === one[1])) return asked;
  return [...asked, one].slice(-MOST_ASKED);
}

function askedIn(entry: ConversationEntry): string | undefined {
  if (entry.agentId !== undefined) return undefined;
  if (entry.kind === "queued") return promptText(entry.text);
  if (entry.kind !== "user" || entry.results.length > 0 || entry.isMeta || entry.isCompactSummary) {
    return undefined;
  }
  return promptText(entry.text);
}
