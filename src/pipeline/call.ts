/** One call of a hook, whatever way it came in: HTTP, `pawl hook`, the spool or the SDK. */
import type { HookInput } from "../protocol/index.ts";

export interface HookCall {
  body: string;
  /** Which hook called, by its name in S4.2; undefined for one that wants everything. */
  name?: string | undefined;
  /** The session's own variables. */
  env: Readonly<Record<string, string | undefined>>;
  at: number;
  /** How long the caller waits for the answer. */
  waitMs?: number | undefined;
  /** The event happened earlier and waited in the spool: it is recorded, and nobody reads an answer. */
  isReplay?: boolean;
}

/** What one call of a hook is for. Together, the hooks of one event want each part once. */
export type Part = "record" | "context" | "message";

/** S4.2: SessionStart has two hooks; `context` loads and `user-message` shows. */
export function partsWantedBy(name: string | undefined): readonly Part[] {
  if (name === "context") return ["record", "context"];
  if (name === "user-message") return ["message"];
  return ["record", "context", "message"];
}

/** The client gives all hooks of an event the same JSON; a command's ends with a line break. */
export function identityOf(input: HookInput, call: HookCall): string {
  const known: unknown = "toolUseId" in input ? input.toolUseId : undefined;
  return typeof known === "string"
    ? `${input.sessionId} ${input.event} ${known}`
    : bodyIdentityOf(input, call);
}

/** For the user's hooks: an event that comes again with another body is another event. */
export function bodyIdentityOf(input: HookInput, { body }: HookCall): string {
  return `${input.sessionId} ${input.event} ${Bun.hash(body.trimEnd()).toString(36)}`;
}
