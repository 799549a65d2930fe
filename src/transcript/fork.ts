/**
 * A forked session's file starts with a copy of the other session's lines: their times and `uuid`s are the old
 * ones, session and `promptId` are the fork's (measured with client 2.1.325). They are in the other session
 * already. Two things tell when the fork began: the SessionStart hook, and, in sessions without a terminal, the
 * first prompt's way into the queue, which stands in front of the copies although it is later than they are.
 */
import type { TranscriptEntry } from "../protocol/transcript.ts";

export interface ForkFilter {
  isCopy(entry: TranscriptEntry): boolean;
  /** To be handed in again when reading goes on; empty once the fork's own lines have begun. */
  state(): { forkedAt?: number };
}

export function createForkFilter(known: number | undefined, atStart: boolean): ForkFilter {
  let forkedAt = known;
  let sawConversation = !atStart;
  return {
    isCopy(entry) {
      if (entry.kind === "noise") {
        if (!sawConversation && forkedAt === undefined) forkedAt = entry.queuedAt;
        return false;
      }
      sawConversation = true;
      if (forkedAt === undefined || entry.at === 0) return false;
      if (entry.at < forkedAt) return true;
      // From here on the lines are the fork's own, even if the clock should be set back.
      forkedAt = undefined;
      return false;
    },
    state: () => (forkedAt === undefined ? {} : { forkedAt }),
  };
}
