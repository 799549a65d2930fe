/** The hooks of sessions side by side, in an order as clients send them: one event at a time, without an end. */
import type { Observation, RecordBatch } from "../../src/store/records/records.ts";
import { madeSessions } from "./made-sessions.ts";

/** Sessions that are open at the same time. */
const SIDE_BY_SIDE = 6;
/** About as many as the made sessions have. */
const EVENTS_A_SESSION = 156;
/** More than any replay takes. */
const SESSIONS = 100_000;
const PROJECTS = 50;

type Event = Record<string, unknown>;

export function createDay() {
  // Other sessions than those of the store: their numbers begin elsewhere.
  const sessions = madeSessions({
    observations: SESSIONS * 70,
    projects: PROJECTS,
    until: Date.now(),
    first: 10_000_000,
  });
  const begin = (): Iterator<Event> => eventsOf(sessions.next().value as RecordBatch);
  const open = Array.from({ length: SIDE_BY_SIDE }, begin);
  // All sessions are about as long: begun together, they would all start, ask and end in the same moment, all day long.
  for (const [place, session] of open.entries())
    for (let skipped = 0; skipped < (place * EVENTS_A_SESSION) / SIDE_BY_SIDE; skipped++) session.next();
  let calls = 0;
  let turn = 0;

  function take(): Event {
    const place = turn++ % SIDE_BY_SIDE;
    const step = open[place]?.next();
    if (step !== undefined && step.done !== true) return step.value;
    open[place] = begin();
    return take();
  }

  return {
    /** How many calls were told so far. */
    calls: () => calls,
    next(): Event {
      const event = take();
      const name = event.hook_event_name;
      if (name === "PostToolUse" || name === "PostToolUseFailure") calls++;
      return event;
    },
  };
}

function* eventsOf({
  session,
  prompts = [],
  observations = [],
  responses = [],
}: RecordBatch): Generator<Event> {
  const common = {
    session_id: session.id,
    transcript_path: session.transcriptPath,
    cwd: session.cwd,
    permission_mode: "default",
  };
  yield { ...common, hook_event_name: "SessionStart", source: "startup" };
  for (const prompt of prompts) {
    const told = { ...common, prompt_id: prompt.promptId };
    yield { ...told, hook_event_name: "UserPromptSubmit", prompt: prompt.text };
    for (const call of observations) if (call.promptId === prompt.promptId) yield* eventsOfCall(told, call);
    const answer = responses.find(({ promptId }) => promptId === prompt.promptId);
    yield { ...told, hook_event_name: "Stop", last_assistant_message: answer?.text ?? "" };
  }
  yield { ...common, hook_event_name: "SessionEnd", reason: "other" };
}

function* eventsOfCall(told: Event, call: Observation): Generator<Event> {
  const tool = {
    ...told,
    tool_name: call.toolName,
    tool_input: JSON.parse(call.input) as unknown,
    tool_use_id: call.toolUseId,
  };
  yield { ...tool, hook_event_name: "PreToolUse" };
  if (!call.ok) yield { ...tool, hook_event_name: "PostToolUseFailure", error: call.response };
  else yield { ...tool, hook_event_name: "PostToolUse", tool_response: JSON.parse(call.response) as unknown };
}
