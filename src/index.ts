/** `pawl`: the types for people who write script hooks. */
export type { HookScript, HookScriptInput } from "./engine/hook-script.ts";
export type { HookAnswer, HookEventName } from "./protocol/index.ts";
