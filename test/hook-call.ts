/** Calls of a hook, as the stages of the pipeline take them: no HTTP in between. */

import type { HookEventName, HookInput, InputOf, KnownInput } from "../src/clients/index.ts";
import { createEventContext, type EventContext } from "../src/pipeline/event-context.ts";
import { parseCall } from "../src/pipeline/parse.ts";
import type { HookCall } from "../src/pipeline/services.ts";
import type { App } from "./memory-session.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** The call of `event` in session `s`, unless the fields say otherwise. */
export function hookCall(event: string, fields: Fields = {}, more: Partial<HookCall> = {}): HookCall {
  const body = JSON.stringify({ hook_event_name: event, session_id: "s", ...fields });
  return { body, env: {}, at: 1_700_000_000_000, ...more };
}

export const inputOf = (call: HookCall): HookInput => parseCall(call);

/** An event and what its handler is given, with the app's real services. */
export async function occasion<E extends HookEventName>(
  app: App,
  event: E,
  fields: Fields = {},
  more: Partial<HookCall> = {},
): Promise<{ input: InputOf<E>; ctx: EventContext; call: HookCall }> {
  const call = hookCall(event, { cwd: app.dir, ...fields }, more);
  const input = parseCall(call) as KnownInput;
  return { input: input as InputOf<E>, ctx: await createEventContext(input, call, app.service), call };
}
