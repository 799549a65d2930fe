/** The current turn of each conversation: the session's own, and one per subagent. Small enough to be saved. */
import type { EntryHead } from "../claude-code/transcript.ts";

export interface Turn {
  sessionId: string;
  agentId?: string;
  promptId?: string;
  /** Replaces `promptId` in versions without one: the `uuid` of the prompt's line. */
  promptLine?: string;
  cwd: string;
  said?: Said;
}

/** The assistant's last text, without secrets. */
export interface Said {
  text: string;
  at: number;
  messageId?: string;
  /**
   * `final`: the model ended its turn with it. `middle`: a tool call follows. `open`: older versions do not tell.
   */
  place: "final" | "middle" | "open";
}

export function createTurns(saved: readonly Turn[] = []) {
  const turns = new Map(saved.map((turn) => [keyOf(turn), structuredClone(turn)]));

  function start(head: EntryHead, promptId?: string): Turn {
    const turn: Turn = { sessionId: head.sessionId, cwd: head.cwd ?? turns.get(keyOf(head))?.cwd ?? "" };
    if (head.agentId !== undefined) turn.agentId = head.agentId;
    if (promptId !== undefined) turn.promptId = promptId;
    if (head.uuid !== undefined) turn.promptLine = head.uuid;
    turns.set(keyOf(head), turn);
    return turn;
  }

  return {
    start,
    /** The turn of a line. */
    of: (head: EntryHead): Turn => turns.get(keyOf(head)) ?? start(head),
    all: (): Turn[] => [...turns.values()],
    save: (): Turn[] => structuredClone([...turns.values()]),
  };
}

const keyOf = (of: { sessionId: string; agentId?: string }) => `${of.sessionId} ${of.agentId ?? ""}`;

export function placeOf(stopReason: string | undefined): Said["place"] {
  if (stopReason === undefined) return "open";
  return stopReason === "tool_use" ? "middle" : "final";
}
