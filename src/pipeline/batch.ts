/** Converts an event to the records to store. The same event always gives the same keys. */
import type { HookInput } from "../clients/index.ts";
import type { Redactor } from "../redact/redactor.ts";
import { eventKey, promptKey, responseKey } from "../store/records/keys.ts";
import { redactedStart, toObservation } from "../store/records/observation.ts";
import type { EventRecord, Prompt, RecordBatch, Response, SessionSeen } from "../store/records/records.ts";
import { promptText } from "../text/prompt.ts";
import { cut } from "../text/quote.ts";

/** Events of the typing path, or repeated by other events. They are not recorded. */
const NOT_KEPT: ReadonlySet<string> = new Set(["MessageDisplay", "PostToolBatch"]);

const BODY_LIMIT = 20_000;

interface Seen {
  at: number;
  project: string;
  cwd: string;
  redact: Redactor;
  client?: string | undefined;
  /** For a prompt that was redacted before it arrived: the input of its key. */
  promptMark?: string | undefined;
}

export function toBatch(input: HookInput, seen: Seen): RecordBatch {
  const session = toSessionSeen(input, seen);
  switch (input.event) {
    case "PostToolUse":
    case "PostToolUseFailure": {
      const ok = input.event === "PostToolUse";
      const response = ok ? input.toolResponse : input.error;
      const call = { ...input, at: seen.at, input: input.toolInput, response, ok };
      return { session, observations: [toObservation(call, seen.redact)] };
    }
    case "UserPromptSubmit": {
      const asked = promptText(input.prompt);
      // The client also submits prompts that the user did not type, such as the end of a background task. Codex submits a
      // subagent's task in this way too; the input of the call that started the subagent already contains it.
      if (asked === undefined || input.agentId !== undefined)
        return { session, events: [toEvent(input, seen, [])] };
      return { session, prompts: [toPrompt(input, asked, seen)] };
    }
    case "Stop":
    case "SubagentStop":
    case "StopFailure": {
      const responses = toResponses(input, seen);
      return { session, responses, events: [toEvent(input, seen, ["last_assistant_message"])] };
    }
    case "PreToolUse":
      // The result repeats the input. Only the fact of the call matters here.
      return { session, events: [toEvent(input, seen, ["tool_input"])] };
    default:
      return NOT_KEPT.has(input.event) ? { session } : { session, events: [toEvent(input, seen, [])] };
  }
}

function toSessionSeen(input: HookInput, seen: Seen): SessionSeen {
  const session: SessionSeen = { id: input.sessionId, project: seen.project, cwd: seen.cwd, at: seen.at };
  if (seen.client !== undefined) session.client = seen.client;
  if (input.transcriptPath !== undefined) session.transcriptPath = input.transcriptPath;
  if (input.event === "SessionStart") {
    session.source = input.source;
    if (input.model !== undefined) session.model = input.model;
  }
  return session;
}

function entry(input: HookInput, seen: Seen, key: string) {
  const agent = input.agentId === undefined ? {} : { agentId: input.agentId };
  return { key, sessionId: input.sessionId, at: seen.at, redaction: seen.redact.version, ...agent };
}

function toPrompt(
  input: Extract<HookInput, { event: "UserPromptSubmit" }>,
  asked: string,
  seen: Seen,
): Prompt {
  const key = promptKey(input.sessionId, input.promptId, asked, String(seen.at), seen.promptMark);
  const promptId = input.promptId === undefined ? {} : { promptId: input.promptId };
  return { ...entry(input, seen, key), text: seen.redact.text(asked), ...promptId };
}

function toResponses(
  input: Extract<HookInput, { event: "Stop" | "SubagentStop" | "StopFailure" }>,
  seen: Seen,
): Response[] {
  const said = input.lastAssistantMessage;
  if (said === undefined || said.trim() === "") return [];
  // The summarizer of a compaction ends as a subagent without a type. No user asked it anything.
  if (input.event === "SubagentStop" && input.agentType === "") return [];
  const text = seen.redact.text(said);
  const key = responseKey(input.sessionId, input.promptId, input.agentId, text, String(seen.at));
  const promptId = input.promptId === undefined ? {} : { promptId: input.promptId };
  return [{ ...entry(input, seen, key), text, ...promptId }];
}

/** Stored in the session, or elsewhere. */
const LEFT_OUT = ["hook_event_name", "session_id", "transcript_path", "cwd", "client"];

function toEvent(input: HookInput, seen: Seen, alsoLeftOut: readonly string[]): EventRecord {
  // An unknown event name is treated as plain text.
  const name =
    input.event === "Unknown" ? cut(seen.redact.text(input.name.slice(0, 2000)), 100) : input.event;
  const kept = Object.entries(input.raw).filter(
    ([field]) => !LEFT_OUT.includes(field) && !alsoLeftOut.includes(field),
  );
  const { text: body, isCut } = redactedStart(Object.fromEntries(kept), BODY_LIMIT, seen.redact.json);
  // For events other than tool calls, the field may contain anything from the client.
  const known: unknown = "toolUseId" in input ? input.toolUseId : undefined;
  const id = typeof known === "string" ? known : `${seen.at} ${body}`;
  return {
    ...entry(input, seen, eventKey(input.sessionId, name, id)),
    event: name,
    body: isCut ? JSON.stringify({ cut: body }) : body,
  };
}
