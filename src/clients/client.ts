/**
 * A coding agent that Pawl attaches to. One folder beside this file per client; everything else in Pawl sees only the
 * common event type (`HookInput`) and replies (`Reply`).
 */
import type { HookOutput } from "./claude-code/encode.ts";
import type { HookEventName } from "./claude-code/events.ts";
import type { HookInput, KnownInput } from "./claude-code/parse.ts";
import type { Reply } from "./reply.ts";

export interface Client {
  /** Its model keeps a task list with tools of the client's own. */
  hasTaskTool?: true;
  /** Its transcript is complete only some time after the hooks of a turn's end have run. */
  writesLater?: true;
  /** Unknown JSON → event. Throws `BadHookInput` when it names no event or no session. */
  parse(body: unknown): HookInput;
  /** Reply → the JSON that this client accepts for the event. */
  encode(event: HookEventName, reply: Reply): HookOutput;
  /** A finished command whose hook does not say how it ended: where the transcript says it. */
  unsettled?(input: HookInput): UnsettledCommand | undefined;
  /** The same event, now that the exit code is known. */
  settle?(input: HookInput, exitCode: number): HookInput;
  /**
   * A field that this event has in every version that was looked at, and here has not. Its record would differ from the one
   * that the transcript gives, so the event is kept as it is and the transcript is left to tell what happened.
   */
  missingField?(input: HookInput): string | undefined;
  /** One event per file that a call changes, for the user's rules and hooks. Absent: calls change one file. */
  eachFile?(input: KnownInput): KnownInput[];
}

interface UnsettledCommand {
  transcriptPath: string;
  callId: string;
}
