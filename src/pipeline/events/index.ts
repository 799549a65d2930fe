import type { HookEventName, InputOf, ReplyFor } from "../../clients/index.ts";
import type { EventContext } from "../event-context.ts";
import { postCompact } from "./post-compact.ts";
import { postToolUse, postToolUseFailure } from "./post-tool-use.ts";
import { preCompact } from "./pre-compact.ts";
import { preToolUse } from "./pre-tool-use.ts";
import { sessionEnd } from "./session-end.ts";
import { sessionStart } from "./session-start.ts";
import { stop } from "./stop.ts";
import { subagentStart } from "./subagent-start.ts";
import { subagentStop } from "./subagent-stop.ts";
import { taskCompleted } from "./task-completed.ts";
import { userPromptSubmit } from "./user-prompt-submit.ts";

export type EventHandler<E extends HookEventName> = (
  input: InputOf<E>,
  ctx: EventContext,
) => Promise<ReplyFor<E>>;

/** Pawl's own handling of an event, beyond recording it. An event without a handler gets an empty answer. */
export const eventHandlers: { readonly [E in HookEventName]?: EventHandler<E> } = {
  SessionStart: sessionStart,
  PreCompact: preCompact,
  PostCompact: postCompact,
  PreToolUse: preToolUse,
  PostToolUse: postToolUse,
  PostToolUseFailure: postToolUseFailure,
  TaskCompleted: taskCompleted,
  UserPromptSubmit: userPromptSubmit,
  SubagentStart: subagentStart,
  SubagentStop: subagentStop,
  Stop: stop,
  SessionEnd: sessionEnd,
};
