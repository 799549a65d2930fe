/** Converts rollout lines to the entries of the common transcript format. */
import type { TranscriptEntry } from "../../claude-code/transcript.ts";
import { type RolloutLine, readRolloutLine } from "../rollout.ts";
import { createRolloutCalls } from "./calls.ts";
import { createPlace, type KnownPlace } from "./place.ts";

/** The words that mark an interrupted turn in every transcript. */
const INTERRUPTED = "[Request interrupted by user]";

/** `fileSession`: used until the first line has named it. */
export function createRolloutReader(fileSession: string, known: KnownPlace = {}) {
  const place = createPlace(fileSession, known);
  const { state, head, user, assistant, result } = place;
  const calls = createRolloutCalls(place);
  /** The text of the last message, so that the end of the turn does not repeat it. */
  let lastText = known.turn?.said?.text;

  function toEntries(line: RolloutLine): TranscriptEntry[] {
    const { at } = line;
    switch (line.kind) {
      case "turnStart":
        lastText = undefined;
        // Starts the turn, whether a person or a program asked. The prompt follows on its own line.
        return [...calls.release(at), user(at, "")];
      case "prompt":
        // A subagent's task is in the input of the call that started it.
        if (state.meta?.agentId !== undefined) return [];
        return [{ kind: "queued", ...head(at, `prompt-${at}`), text: line.text }];
      case "said":
        lastText = line.text;
        return [{ ...assistant(at, line.text), ...(line.isComment ? { stopReason: "tool_use" } : {}) }];
      case "turnEnd":
        return [...calls.release(at), ...lastWords(at, line.lastText), { kind: "turnEnd", ...head(at) }];
      case "abort":
        return [...calls.release(at), user(at, INTERRUPTED, `interrupt-${line.turnId ?? at}`)];
      case "call":
        return calls.call(line);
      case "output":
        return calls.output(line);
      case "ended":
        return calls.ended(line);
      case "search":
        return [
          assistant(at, "", [{ id: line.callId, name: "WebSearch", input: line.input }]),
          result(at, line.callId, "", false),
        ];
      case "compacted":
        return compacted(at, line.summary);
      case "unknown":
        return [{ kind: "unknown", type: line.type, raw: line.raw, ...head(at) }];
      default:
        return [];
    }
  }

  /** The turn's last message, if no earlier line contained it. */
  function lastWords(at: number, text: string | undefined): TranscriptEntry[] {
    return text === undefined || text === "" || text === lastText ? [] : [assistant(at, text)];
  }

  function compacted(at: number, summary: string): TranscriptEntry[] {
    const boundary: TranscriptEntry = { kind: "compact", ...head(at, `compacted-${at}`), metadata: {} };
    if (summary === "") return [boundary];
    return [boundary, { ...user(at, summary, `summary-${at}`), isCompactSummary: true }];
  }

  /** The first line. A later one was copied from the original into a fork, or repeats it. */
  function begin({ at, meta }: Extract<RolloutLine, { kind: "meta" }>): TranscriptEntry[] {
    if (state.meta !== undefined) return [];
    state.meta = meta;
    state.cwd = meta.cwd;
    return meta.forkedFrom === undefined ? [] : place.copies([{ kind: "turnEnd", ...head(at) }]);
  }

  return {
    read(value: unknown): TranscriptEntry[] {
      const line = readRolloutLine(value);
      if (line.kind === "meta") return begin(line);
      if (line.kind === "context") {
        state.cwd = line.cwd ?? state.cwd;
        state.model = line.model ?? state.model;
        return [];
      }
      if (line.kind === "turnStart" && line.turnId !== "") state.turnId = line.turnId;
      return place.isCopied() ? place.copies(toEntries(line)) : toEntries(line);
    },
  };
}
