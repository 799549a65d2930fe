/**
 * A coding agent that Pawl attaches to. One folder beside this file per client; everything else in Pawl sees only the
 * common event type (`HookInput`) and replies (`Reply`).
 */
import type { HookOutput } from "./claude-code/encode.ts";
import type { HookEventName } from "./claude-code/events.ts";
import type { HookInput, KnownInput } from "./claude-code/parse.ts";
import type { Fields } from "./fields.ts";
import type { Reply } from "./reply.ts";

/** How its sessions are recognized. */
interface Agent {
  /** Variables that its commands have, and that a person's terminal has not. */
  marks: readonly string[];
  /** Variables in which it tells its commands the id of their session. */
  sessions: readonly string[];
  programs: readonly string[];
  /** Its npm package, where node or Bun runs it. */
  package: string;
}

/** Without Zod: the hook program and the keeper load nothing else of a client. */
export interface Client {
  agent: Agent;
  /** Its model keeps a task list with tools of the client's own. */
  hasTaskTool?: true;
  /** Its transcript is complete only some time after the hooks of a turn's end have run. */
  writesLater?: true;
  /** Its JSON → the common one, which `parseInput` reads. */
  toCommon(body: Fields): Fields;
  /** Reply → the JSON that this client accepts for the event. */
  encode(event: HookEventName, reply: Reply): HookOutput;
  /** A finished command whose hook input lacks the outcome: names the transcript entry that has it. */
  unsettled?(input: HookInput): UnsettledCommand | undefined;
  /** The common JSON of the same command, which ended with this exit code. */
  toFailed?(raw: Fields, exitCode: number): Fields;
  /**
   * A field that every tested version sends for this event, but that is missing here. The hook's record would differ from the
   * transcript's, so the raw event is stored and the transcript supplies the record.
   */
  missingField?(input: HookInput): string | undefined;
  /** The common JSON of one call per file, where a call changes several: for the user's rules and hooks. */
  eachFile?(input: KnownInput): Fields[];
}

interface UnsettledCommand {
  transcriptPath: string;
  callId: string;
}
