import type { HookAnswer, HookEventName, RawInputOf } from "../protocol/index.ts";

/** What a script hook gets: any event, or the one that it is for. Narrow by `input.hook_event_name`. */
export type HookScriptInput<E extends HookEventName = HookEventName> = { [K in E]: RawInputOf<K> }[E];

/**
 * The function that a script hook exports, as `default` or `hook`; the Agent SDK's own signature.
 * `export default ((input) => ({ … })) satisfies HookScript<"PreToolUse">`
 */
export type HookScript<E extends HookEventName = HookEventName> = (
  input: HookScriptInput<E>,
  toolUseID: string | undefined,
  options: { signal: AbortSignal },
) => HookAnswer | undefined | Promise<HookAnswer | undefined>;
