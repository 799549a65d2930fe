/** `pawl/sdk`: hooks of `.claude/settings.json` for programs on the Claude Agent SDK. */
export type { CanUseTool, PermissionResult } from "@anthropic-ai/claude-agent-sdk";
export type { ConfigFinding as Finding } from "../hooks/config/findings.ts";
export { Application, type ApplicationOptions } from "./application.ts";
export { ConfigManager, type ProjectConfig } from "./config-manager.ts";
export { HookManager, type HookManagerOptions, type SDKCallback } from "./hook-manager.ts";
export { MessageRouter, type RouterOptions } from "./message-router.ts";
export { Session, type SessionOptions } from "./session.ts";
export type { TurnEvent } from "./turn-events.ts";
export type {
  CommandHook,
  HookDefinition,
  HooksConfig,
  Log,
  PromptHook,
  QueryOptions,
  ScriptHook,
  SDKHookInput,
  SDKHookOutput,
  SDKHooks,
} from "./types.ts";
