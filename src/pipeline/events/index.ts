import type { EventHandlers } from "../services-context.ts";
import { postCompact } from "./post-compact.ts";
import { postModelSwitch } from "./post-model-switch.ts";
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

/** What Pawl itself does about an event, beyond recording it. */
export const eventHandlers: EventHandlers = {
  SessionStart: sessionStart,
  PreCompact: preCompact,
  PostCompact: postCompact,
  PostModelSwitch: postModelSwitch,
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
