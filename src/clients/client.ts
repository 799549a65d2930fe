/**
 * A coding agent that Pawl supports. Each client has its own folder next to this file; all other code uses only the common
 * event type (`HookInput`) and replies (`Reply`).
 */
import type { HookOutput } from "./claude-code/encode.ts";
import type { HookEventName } from "./claude-code/events.ts";
import type { HookInput, KnownInput } from "./claude-code/parse.ts";
import type { Fields } from "./fields.ts";
import type { Reply } from "./reply.ts";

/** How its sessions are recognized. */
interface Agent {
  /** Variables of its commands that a person's terminal does not have. */
  marks: readonly string[];
  /** Variables that tell its commands the id of their session. */
  sessions: readonly string[];
  programs: readonly string[];
  /** Its npm package, if node or Bun runs it. */
  package: string;
}

/** Without Zod: the hook program and the keeper load nothing else of a client. */
export interface Client {
  agent: Agent;
  /** Its model keeps a task list with tools of the client's own. */
  hasTaskTool?: true;
  /** Its transcript is complete only some time after the hooks at the end of a turn. */
  writesLater?: true;
  /** Converts its JSON to the common form, which `parseInput` reads. */
  toCommon(body: Fields): Fields;
  /** Converts a reply to the JSON that this client accepts for the event. */
  encode(event: HookEventName, reply: Reply): HookOutput;
  /** A finished command whose hook input lacks the outcome: names the transcript entry that has it. */
  unsettled?(input: HookInput): UnsettledCommand | undefined;
  /** The common JSON of the same command, with this exit code. */
  toFailed?(raw: Fields, exitCode: number): Fields;
  /**
   * A field that every tested version sends for this event, but that is missing here. The hook's record would differ from the
   * transcript's, so the raw event is stored and the transcript supplies the record.
   */
  missingField?(input: HookInput): string | undefined;
  /** The common JSON of one call per file, if a call changes several: for the user's rules and hooks. */
  eachFile?(input: KnownInput): Fields[];
}

interface UnsettledCommand {
  transcriptPath: string;
  callId: string;
}
