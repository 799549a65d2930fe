/** One call of a hook, whatever way it came in: HTTP, `pawl hook`, the spool or the SDK. */
import type { ClientName } from "../clients/index.ts";

export interface HookCall {
  /** Which coding agent called; default: Claude Code. */
  client?: ClientName | undefined;
  body: string;
  /** Which hook called, by its name in the plugin; undefined for one that wants everything. */
  name?: string | undefined;
  /** The session's own variables. */
  env: Readonly<Record<string, string | undefined>>;
  /** All variables of the session's terminal, for the user's own commands; never stored. */
  terminal?: Readonly<Record<string, string>> | undefined;
  at: number;
  /** The branch that was checked out, where the caller knows it (a replay); else git's own files say it. */
  branch?: string | undefined;
  /** How long the caller waits for the answer. */
  waitMs?: number | undefined;
  /** From then on nobody reads the answer any more, by `performance.now()`; absent where somebody always does. */
  answerBy?: number | undefined;
  /** The caller's session is off for Pawl's own work; gates and rules hold. */
  isGatesOnly?: boolean;
  /** The event happened earlier and waited in the spool: it is recorded, and nobody reads an answer. */
  isReplay?: boolean;
}
