/** Types shared within the sdk module. */
import type {
  HookCallback,
  HookCallbackMatcher,
  HookEvent,
  Options,
  SyncHookJSONOutput,
} from "@anthropic-ai/claude-agent-sdk";
import type { z } from "zod";
import type { hookSchema, hooksSchema } from "../hooks/config/hook-schema.ts";
import type { HookLog } from "../hooks/runtime.ts";

/** `hooks` as written in a file: by event, or a list whose entries name their event. */
export type HooksConfig = z.input<typeof hooksSchema>;
/** One hook definition. */
export type HookDefinition = z.input<typeof hookSchema>;
export type CommandHook = Extract<HookDefinition, { type: "command" }>;
export type ScriptHook = Extract<HookDefinition, { type: "script" }>;
export type PromptHook = Extract<HookDefinition, { type: "prompt" }>;

/** The type of the Agent SDK's `options.hooks`. */
export type SDKHooks = Partial<Record<HookEvent, HookCallbackMatcher[]>>;
export type SDKHookOutput = SyncHookJSONOutput;
export type SDKHookInput = Parameters<HookCallback>[0];
export type QueryOptions = Options;
/** What the SDK passes to a callback in addition to the input. */
export type CallbackOptions = Parameters<HookCallback>[2];

export type Log = HookLog;

/** For programs without their own log: messages for the user go to standard error. */
export const consoleLog: Log = (level, message) => {
  if (level === "warn" || level === "error") console.error(`pawl: ${message}`);
};
