/**
 * A forked session's file starts with a copy of the other session's lines, under the fork's session and `promptId`
 * (measured with client 2.1.325). They are in the other session already. `/branch` and the SDK's `forkSession` name
 * the other session on each copy. `--fork-session` does not: there the copies have the old times, and two things
 * tell when the fork began: the SessionStart hook, and, in sessions without a terminal, the first prompt's way into
 * the queue, which stands in front of the copies although it is later than they are.
 */
import { promptMark } from "../memory/records/keys.ts";
import { promptText } from "../memory/text/prompt.ts";
import type { ConversationEntry, TranscriptEntry } from "../protocol/claude-code/transcript.ts";

/** What the copies tell of where a session was forked from. No words of theirs: those belong to the other session. */
export interface Fork {
  /** When it began, as far as can be told. */
  at: number;
  /** Sessions that copies name as theirs. */
  from: string[];
  /** Copied prompts: when they were asked, and their `promptMark`. The store knows in which session that was. */
  asked: [at: number, mark: string][];
  /** Sessions that were likely forked, for as long as there are no copies to look at. */
  likely?: string[];
}

export interface ForkState {
  /** Set while all lines so far were copies of another session's. */
  forkedAt?: number;
  fork?: Fork;
}

interface ForkFilter {
  isCopy(entry: TranscriptEntry): boolean;
  /** To be handed in again when reading goes on. */
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
      // From here on the lines are the fork's own, even if the clock should be set back.
      forkedAt = undefined;
      return false;
    },
    state: () => ({
      ...(forkedAt === undefined ? {} : { forkedAt }),
      ...(fork === undefined ? {} : { fork }),
    }),
  };
}

/** Read twice, after a reading that was broken off: noted once. */
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
