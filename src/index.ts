/** What a user's project imports from `pawl`; the declarations for their compiler are in `types/index.d.ts`. */
export type { HookScript, HookScriptInput } from "./hooks/hook-script.ts";
export type { HookAnswer, HookEventName } from "./protocol/index.ts";
