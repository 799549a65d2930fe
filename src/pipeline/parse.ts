/** Parses the client's JSON into an event. */
import {
  CLIENTS,
  DEFAULT_CLIENT,
  eventOfHook,
  type HookInput,
  parseHookInput,
  parseInput,
  parseJson,
} from "../clients/index.ts";
import { findExitCode } from "../clients/transcripts/exit-code.ts";
import type { HookCall, Services } from "./services.ts";

/** Throws `BadHookInput` for anything but an event. */
export function parseCall(call: HookCall): HookInput {
  return parseInput(withFallbacks(parseJson(call.body), call), call.client);
}

/** Fills in a missing session and folder from the environment, and a missing event from the hook's name. */
function withFallbacks(body: unknown, { env, name }: HookCall): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const input = body as Record<string, unknown>;
  const isMissing = (field: string) => typeof input[field] !== "string" || input[field] === "";
  const fallbacks: Record<string, unknown> = {};
  const session = env.CLAUDE_CODE_SESSION_ID || env.CLAUDE_SESSION_ID;
  if (isMissing("session_id") && session) fallbacks.session_id = session;
  if (isMissing("hook_event_name")) {
    const event = eventOfHook(name);
    if (event !== undefined) fallbacks.hook_event_name = event;
  }
  if (isMissing("cwd") && env.CLAUDE_PROJECT_ROOT) fallbacks.cwd = env.CLAUDE_PROJECT_ROOT;
  return { ...input, ...fallbacks };
}

// Finds how a command ended if the hook does not report it: by now the client's own record has it.

export async function settle(
  input: HookInput,
  call: HookCall,
  { count }: Pick<Services, "count">,
): Promise<HookInput> {
  const client = CLIENTS[call.client ?? DEFAULT_CLIENT];
  const command = client.unsettled?.(input);
  if (command === undefined || client.toFailed === undefined) return input;
  const exitCode = await findExitCode(command);
  // This version of the client writes its record differently: `pawl doctor` shows the count.
  count(exitCode === undefined ? EXIT_UNKNOWN : EXIT_KNOWN);
  if (exitCode === undefined || exitCode === 0) return input;
  return parseHookInput(client.toFailed(input.raw, exitCode));
}

const EXIT_KNOWN = "exit_code";
const EXIT_UNKNOWN = "exit_code_unknown";
