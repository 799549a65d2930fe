/**
 * Converts entries to records, under the keys that the hooks would have used. The state from earlier lines (the
 * current turn, the last text) can be saved, so that reading continues where it stopped. A tool call that waits
 * for its result is not saved: reading starts again before it.
 */

import type { Redactor } from "../../redact/redactor.ts";
import { eventKey, promptKey, responseKey } from "../../store/records/keys.ts";
import { redactedStart, toObservation } from "../../store/records/observation.ts";
import type { RecordBatch } from "../../store/records/records.ts";
import { isInterrupt, promptText } from "../../text/prompt.ts";
import type {
  AssistantEntry,
  EntryHead,
  ToolResult,
  ToolUse,
  TranscriptEntry,
  UserEntry,
} from "../claude-code/transcript.ts";

/** Characters of an event that are kept: enough for a summary, but not for every unknown line. */
const EVENT_LIMIT = 20_000;

interface Records {
  push(entry: TranscriptEntry): void;
  take(): OpenBatch[];
  /** State to continue after the last line; undefined while a call waits for its result. */
  state(): Turn[] | undefined;
  /** The end of the file. If nothing in it is newer than `overBefore`, pending calls will not get a result. */
  finish(overBefore: number): void;
}

/** Without a project: the code that records it finds the project of the folder. */
export interface OpenBatch extends Required<Omit<RecordBatch, "session">> {
  session: { id: string; cwd: string; at: number; model?: string; branch?: string };
}

export const RECORD_KINDS = ["prompts", "observations", "responses", "events"] as const;

/** Collects records by session until they are taken. */
export function createBatches() {
  let batches = new Map<string, OpenBatch>();

  return {
    of(head: EntryHead): OpenBatch {
      const batch: OpenBatch = batches.get(head.sessionId) ?? {
        session: { id: head.sessionId, cwd: "", at: head.at },
        ...{ prompts: [], observations: [], responses: [], events: [] },
      };
      batches.set(head.sessionId, batch);
      if (batch.session.cwd === "") batch.session.cwd = head.cwd ?? "";
      if (batch.session.branch === undefined && head.branch !== undefined) batch.session.branch = head.branch;
      return batch;
    },
    take(): OpenBatch[] {
      const taken = [...batches.values()];
      batches = new Map();
      return taken.filter((batch) => RECORD_KINDS.some((kind) => batch[kind].length > 0));
    },
  };
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
    batches.of(head).prompts.push({
      key: promptKey(head.sessionId, promptId, text, head.uuid),
      ...base(head),
      text: redact.text(text),
      ...(promptId === undefined ? {} : { promptId }),
    });
  }

  function addResponse(turn: Turn, { text, at }: Said): void {
    const { sessionId, agentId, promptId, promptLine } = turn;
    const head = { ...turn, at };
    const { responses } = batches.of(head);
    const key = responseKey(sessionId, promptId, agentId, text, promptLine);
    // A turn has one response: a later one replaces the earlier one.
    if (responses.at(-1)?.key === key) responses.pop();
    responses.push({
      key,
      ...base(head),
      text,
      ...(promptId === undefined ? {} : { promptId }),
    });
  }

  function addEvent(head: EntryHead, event: string, value: unknown): void {
    const id = head.uuid ?? `${head.at} ${JSON.stringify(value)}`;
    const { text: start, isCut } = redactedStart(value, EVENT_LIMIT, redact.json);
    const body = isCut ? JSON.stringify({ cut: start }) : start;
    batches.of(head).events.push({ key: eventKey(head.sessionId, event, id), ...base(head), event, body });
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

  function push(entry: TranscriptEntry): void {
    if (entry.kind === "noise") return;
    newest = Math.max(newest, entry.at);
    if (entry.kind === "user") addUser(entry);
    else if (entry.kind === "assistant") addAssistant(entry);
    else if (entry.kind === "queued") addPrompt(entry, entry.text, turns.of(entry).promptId);
    else if (entry.kind === "turnEnd") endTurn(turns.of(entry));
    else if (entry.kind === "compact") addEvent(entry, "compact_boundary", entry.metadata);
    else addEvent(entry, `transcript:${entry.type}`, entry.raw);
  }

  return {
    push,
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

interface OpenCall extends ToolUse {
  head: EntryHead;
  agentType: string | undefined;
}

/** A call and its result are two lines, and become one observation. */
function createToolCalls(
  batches: ReturnType<typeof createBatches>,
  turns: ReturnType<typeof createTurns>,
  redact: Redactor,
) {
  const open = new Map<string, OpenCall>();
  /** Calls of subagents that the main transcript repeats. Never waited for: the subagent's own file has them. */
  const aside = new Map<string, OpenCall>();

  function addCall(call: OpenCall, head: EntryHead, response: unknown, ok: boolean): void {
    const { id: toolUseId, name: toolName, input, agentType } = call;
    const { sessionId, at, agentId } = head;
    const promptId = head.isAside ? undefined : turns.of(head).promptId;
    const done = { sessionId, at, toolName, input, response, ok, toolUseId, promptId, agentId, agentType };
    batches.of(head).observations.push(toObservation(done, redact));
  }

  /** The session continued without their results, because the client was killed or lost them. */
  function giveUp(): void {
    for (const call of open.values()) addCall(call, call.head, undefined, false);
    open.clear();
  }

  function addResult(entry: UserEntry, result: ToolResult): void {
    const calls = entry.isAside ? aside : open;
    const known = calls.get(result.toolUseId);
    calls.delete(result.toolUseId);
    if (known === undefined && entry.isAside) return;
    // A result without its call: the line was lost, or is in the file from which this session was continued.
    const call = known ?? {
      id: result.toolUseId,
      name: "unknown",
      input: {},
      head: entry,
      agentType: undefined,
    };
    // For a failed call, hooks report the error as the model read it: the result's content.
    const tells = result.isError || entry.toolResponse === undefined;
    addCall(call, entry, tells ? toText(result.content) : entry.toolResponse, !result.isError);
  }

  function start(entry: AssistantEntry): void {
    const calls = entry.isAside ? aside : open;
    for (const tool of entry.tools) calls.set(tool.id, { ...tool, head: entry, agentType: entry.agentType });
  }

  return { start, addResult, giveUp, areOpen: () => open.size > 0 };
}

/** Content blocks that are all text are that text; anything else stays JSON. */
function toText(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const texts: string[] = [];
  for (const block of value as unknown[]) {
    if (typeof block !== "object" || block === null || !("text" in block)) return value;
    if (typeof block.text !== "string") return value;
    texts.push(block.text);
  }
  return texts.join("\n");
}

/** The current turn of each conversation: the session's own, and one per subagent. Small enough to be saved. */
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
interface Said {
  text: string;
  at: number;
  messageId?: string;
  /**
   * `final`: the model ended its turn with it. `middle`: a tool call follows. `open`: older versions do not tell.
   */
  place: "final" | "middle" | "open";
}

function createTurns(saved: readonly Turn[] = []) {
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

function placeOf(stopReason: string | undefined): Said["place"] {
  if (stopReason === undefined) return "open";
  return stopReason === "tool_use" ? "middle" : "final";
}
