import type { HookAnswer, HookEventName, RawInputOf } from "../clients/index.ts";

/** What a script hook gets: any event, or the one that it is for. Narrow by `input.hook_event_name`. */
export type HookScriptInput<E extends HookEventName = HookEventName> = { [K in E]: RawInputOf<K> }[E];

interface Call<E extends HookEventName, Answer> {
  call(input: HookScriptInput<E>, toolUseID: string | undefined, options: { signal: AbortSignal }): Answer;
}

/**
 * The function that a script hook exports, as `default` or `hook`. It is the Agent SDK's `HookCallback`: each can stand
 * for the other. `{}` means: go on. (As a method, so that a function for the SDK's own input types fits.)
 * `export default (async (input) => ({ … })) satisfies HookScript<"PreToolUse">`
 */
export type HookScript<E extends HookEventName = HookEventName> = Call<E, Promise<HookAnswer<E>>>["call"];

/** The same without `async`; nothing means: go on. */
export type SyncHookScript<E extends HookEventName = HookEventName> = Call<
  E,
  HookAnswer<E> | undefined
>["call"];
