/** Exports for users' projects that import `pawl`. `types/index.d.ts` contains the declarations for their compiler. */

export type { HookAnswer, HookEventName } from "./clients/index.ts";
export type { HookScript, HookScriptInput, SyncHookScript } from "./hooks/define-hook.ts";
export { defineHook } from "./hooks/define-hook.ts";
