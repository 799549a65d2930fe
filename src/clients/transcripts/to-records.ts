/**
 * Converts entries to records, under the keys that the hooks would have used. The state from earlier lines (the
 * current turn, the last text) can be saved, so that reading continues where it stopped. A tool call that waits
 * for its result is not saved: reading starts again before it.
 */

import type { Redactor } from "../../redact/redactor.ts";
import { eventKey, promptKey, responseKey } from "../../store/records/keys.ts";
import { redactedStart } from "../../store/records/observation.ts";
import { isInterrupt, promptText } from "../../text/prompt.ts";
import type {
  AssistantEntry,
  EntryHead,
  TranscriptEntry,
  UnknownEntry,
  UserEntry,
} from "../claude-code/transcript.ts";
import { createBatches, type OpenBatch } from "./batches.ts";
import { createToolCalls } from "./tool-calls.ts";
import { createTurns, placeOf, type Said, type Turn } from "./turns.ts";

/** Characters of an event that are kept: enough for a summary, but not for every unknown line. */
const EVENT_LIMIT = 20_000;

interface Records {
  push(entry: TranscriptEntry): void;
  /** Number of characters waiting to be taken. */
  size(): number;
  take(): OpenBatch[];
  /** State to continue after the last line; undefined while a call waits for its result. */
  state(): Turn[] | undefined;
  /** The end of the file. If nothing in it is newer than `overBefore`, pending calls will not get a result. */
  finish(overBefore: number): void;
}

export function createRecords(redact: Redactor, saved?: readonly Turn[]): Records {
  const batches = createBatches();
  const turns = createTurns(saved);
  const calls = createToolCalls(batches, turns, redact);
  let newest = 0;

  const base = ({ sessionId, at, agentId }: EntryHead) => ({
    sessionId,
    at,
    redaction: redact.version,
    ...(agentId === undefined ? {} : { agentId }),
  });

  function addPrompt(head: EntryHead, raw: string, promptId: string | undefined): void {
    const text = promptText(raw);
    if (text === undefined) return;
    batches.prompt(head, {
      key: promptKey(head.sessionId, promptId, text, head.uuid),
      ...base(head),
      text: redact.text(text),
      ...(promptId === undefined ? {} : { promptId }),
    });
  }

  function addResponse(turn: Turn, { text, at }: Said): void {
    const { sessionId, agentId, promptId, promptLine } = turn;
    const head = { ...turn, at };
    batches.response(head, {
      key: responseKey(sessionId, promptId, agentId, text, promptLine),
      ...base(head),
      text,
      ...(promptId === undefined ? {} : { promptId }),
    });
  }

  function addEvent(head: EntryHead, event: string, value: unknown): void {
    const id = head.uuid ?? `${head.at} ${JSON.stringify(value)}`;
    const { text: start, isCut } = redactedStart(value, EVENT_LIMIT, redact.json);
    const body = isCut ? JSON.stringify({ cut: start }) : start;
    batches.event(head, { key: eventKey(head.sessionId, event, id), ...base(head), event, body });
  }

  /** However a turn ends, its last text is its response. */
  function endTurn(turn: Turn): void {
    if (turn.said === undefined || turn.said.place === "final") return;
    turn.said.place = "final";
    addResponse(turn, turn.said);
  }

  function addUser(entry: UserEntry): void {
    if (entry.promptId !== undefined && entry.results.length > 0) turns.of(entry).promptId = entry.promptId;
    for (const result of entry.results) calls.addResult(entry, result);
    if (entry.results.length > 0 || entry.isAside) return;
    if (isInterrupt(entry.text)) {
      addEvent(entry, "interrupt", { text: entry.text });
      endTurn(turns.of(entry));
    } else if (entry.isCompactSummary) {
      addEvent(entry, "compact_summary", { summary: entry.text });
    } else if (!entry.isMeta) {
      calls.giveUp();
      endTurn(turns.of(entry));
      turns.start(entry, entry.promptId);
      // A subagent's prompt is not from the user: it is in the input of the call that started it.
      if (entry.agentId === undefined) addPrompt(entry, entry.text, entry.promptId);
    }
  }

  function addAssistant(entry: AssistantEntry): void {
    calls.start(entry);
    if (entry.isAside) return;
    const turn = turns.of(entry);
    if (isModel(entry.model)) batches.of(entry).session.model = entry.model;
    if (entry.text.trim() === "" || entry.isApiError) return;
    const text = redact.text(entry.text);
    const before = turn.said;
    const goesOn =
      before !== undefined && before.messageId === entry.messageId && entry.messageId !== undefined;
    turn.said = {
      text: goesOn ? `${before.text}\n${text}` : text,
      at: entry.at,
      place: placeOf(entry.stopReason),
      ...(entry.messageId === undefined ? {} : { messageId: entry.messageId }),
    };
    if (turn.said.place === "final") addResponse(turn, turn.said);
  }

  function addUnknown(entry: UnknownEntry): void {
    addEvent(entry, `transcript:${entry.type}`, entry.raw);
  }

  function push(entry: TranscriptEntry): void {
    if (entry.kind === "noise") return;
    newest = Math.max(newest, entry.at);
    if (entry.kind === "user") addUser(entry);
    else if (entry.kind === "assistant") addAssistant(entry);
    else if (entry.kind === "queued") addPrompt(entry, entry.text, turns.of(entry).promptId);
    else if (entry.kind === "turnEnd") endTurn(turns.of(entry));
    else if (entry.kind === "compact") addEvent(entry, "compact_boundary", entry.metadata);
    else addUnknown(entry);
  }

  return {
    push,
    size: batches.size,
    take: batches.take,
    state: () => (calls.areOpen() ? undefined : turns.save()),
    finish(overBefore) {
      if (newest < overBefore) calls.giveUp();
      for (const turn of turns.all()) {
        // If the version does not tell, the last text so far is the response, until a later one replaces it.
        if (turn.said?.place === "open") addResponse(turn, turn.said);
      }
    },
  };
}

/** `<synthetic>`: text by the client itself. */
function isModel(model: string | undefined): model is string {
  return model !== undefined && !model.startsWith("<");
}
