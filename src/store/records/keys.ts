/**
 * One name for one thing. A hook, the spool and the transcript may all tell of the same tool call, prompt or
 * answer; they make its key here, from the client's own ids, so that the store keeps it once.
 *
 * Measured with client 2.1.325: the hooks' `prompt_id` is the `promptId` of the transcript's user lines, and
 * `tool_use_id` is the id of the `tool_use` block. Clients before that (2.0.64 to 2.1.25 were looked at) write no
 * `promptId`; there the `uuid` of the line stands in, which is stable whenever the line is read again.
 */

/** The key of a tool call. `fallback` is used only if the client sent no id: tool, input and time, for instance. */
export function observationKey(sessionId: string, toolUseId: string | undefined, fallback: string): string {
  return toolUseId === undefined
    ? `${sessionId}/tool/~${digest(fallback)}`
    : `${sessionId}/tool/${toolUseId}`;
}

/**
 * What the user asked; `text` as `promptText` gives it, before redaction: newer rules must not make it a new one.
 * The id alone is not enough: a prompt that is typed while a turn runs is submitted under that turn's `prompt_id`.
 *
 * `mark` stands in where the text is redacted already (a spooled event): see `promptMark`.
 * `otherId` tells prompts without `promptId` apart: the transcript line's `uuid`, or an id of the spooled event.
 */
export function promptKey(
  sessionId: string,
  promptId: string | undefined,
  text: string,
  otherId?: string,
  mark: string = promptMark(text),
): string {
  return `${sessionId}/prompt/${turnOf(promptId, otherId, text)}/${mark}`;
}

/**
 * The key for the last message of the assistant, or of the subagent `agentId`, in a turn. Each turn has one key: if the turn
 * continues (a Stop hook blocked it), the later message replaces the earlier one.
 */
export function responseKey(
  sessionId: string,
  promptId: string | undefined,
  agentId: string | undefined,
  text: string,
  otherId?: string,
): string {
  return `${sessionId}/response/${agentId ?? "main"}/${turnOf(promptId, otherId, text)}`;
}

/** Anything else that happened. `id` is the client's own id for it where there is one, else what tells it apart. */
export function eventKey(sessionId: string, event: string, id: string): string {
  return `${sessionId}/event/${event}/${id.length <= LONGEST_ID ? id : `~${digest(id)}`}`;
}

const LONGEST_ID = 100;

function turnOf(promptId: string | undefined, otherId: string | undefined, text: string): string {
  if (promptId !== undefined) return promptId;
  return otherId !== undefined ? `~${otherId}` : `~${promptMark(text)}`;
}

/**
 * Tells the few prompts of one turn apart. Short on purpose: a whole digest of a prompt with a password in it
 * would let someone who has the database try passwords against it.
 */
export function promptMark(text: string): string {
  return `${text.length.toString(36)}-${digest(text).slice(0, 5)}`;
}

function digest(text: string): string {
  // Not `node:crypto`: loading it would cost every thread that reads transcripts more than all of its digests.
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 24);
}
