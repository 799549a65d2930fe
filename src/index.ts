/** What a user's project imports from `pawl`; its declarations for their compiler are `types/index.d.ts`. */
export type { HookScript, HookScriptInput, SyncHookScript } from "./hooks/hook-script.ts";
export type { HookAnswer, HookEventName } from "./protocol/index.ts";
