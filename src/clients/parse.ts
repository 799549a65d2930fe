/** Parses a client's JSON into an event. */
import { type HookInput, type KnownInput, parseHookInput } from "./claude-code/parse.ts";
import { isObject } from "./fields.ts";
import { CLIENTS, type ClientName, DEFAULT_CLIENT } from "./table.ts";

/** Throws `BadHookInput` if it contains no event or no session. */
export function parseInput(body: unknown, client: ClientName = DEFAULT_CLIENT): HookInput {
  return parseHookInput(isObject(body) ? CLIENTS[client].toCommon(body) : body);
}

/** One event per file that a call changes. */
export function eachFile(input: KnownInput, client: ClientName = DEFAULT_CLIENT): KnownInput[] {
  const calls = CLIENTS[client].eachFile?.(input) ?? [];
  return calls.length <= 1 ? [input] : calls.map((call) => parseHookInput(call) as KnownInput);
}
