/** The words that the parts of the SDK room share. */
import type {
  HookCallback,
  HookCallbackMatcher,
  HookEvent,
  Options,
  SyncHookJSONOutput,
} from "@anthropic-ai/claude-agent-sdk";
import type { z } from "zod";
import type { hookSchema, hooksSchema } from "../hooks/config/hook-schema.ts";
import type { Log as HookLog } from "../hooks/runtime.ts";

/** `hooks` as it stands in a file: by event, or a list in which each names its event. */
export type HooksConfig = z.input<typeof hooksSchema>;
/** One hook of it. */
export type HookDefinition = z.input<typeof hookSchema>;
export type CommandHook = Extract<HookDefinition, { type: "command" }>;
export type ScriptHook = Extract<HookDefinition, { type: "script" }>;
export type PromptHook = Extract<HookDefinition, { type: "prompt" }>;

/** What the Agent SDK takes as `options.hooks`. */
export type SDKHooks = Partial<Record<HookEvent, HookCallbackMatcher[]>>;
export type SDKHookOutput = SyncHookJSONOutput;
export type SDKHookInput = Parameters<HookCallback>[0];
export type QueryOptions = Options;
/** What the SDK hands a callback beside the input. */
export type CallbackOptions = Parameters<HookCallback>[2];

export type Log = HookLog;

/** For programs that keep no log of their own: what the user should know goes to standard error. */
export const consoleLog: Log = (level, message) => {
  if (level === "warn" || level === "error") console.error(`pawl: ${message}`);
};
