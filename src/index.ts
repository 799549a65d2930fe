/** What a user's project imports from `pawl`; its declarations for their compiler are `types/index.d.ts`. */

export type { HookAnswer, HookEventName } from "./clients/index.ts";
export type { HookScript, HookScriptInput, SyncHookScript } from "./hooks/define-hook.ts";
export { defineHook } from "./hooks/define-hook.ts";
