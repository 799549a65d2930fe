/**
 * A coding agent that Pawl attaches to. One folder beside this file per client; everything else in Pawl sees only the
 * common event type (`HookInput`) and replies (`Reply`).
 */
import type { HookOutput } from "./claude-code/encode.ts";
import type { HookEventName } from "./claude-code/events.ts";
import type { HookInput } from "./claude-code/parse.ts";
import type { Reply } from "./reply.ts";

export interface Client {
  /** Unknown JSON → event. Throws `BadHookInput` when it names no event or no session. */
  parse(body: unknown): HookInput;
  /** Reply → the JSON that this client accepts for the event. */
  encode(event: HookEventName, reply: Reply): HookOutput;
}
