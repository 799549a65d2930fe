/** The hook runtime, for the rooms that use it (sdk, cli, daemon). */
export { type AgentSDK, loadAgentSDK } from "../model/agent-sdk.ts";
export { GUARD } from "../platform/guard.ts";
export { mergeReplies } from "../protocol/merge-replies.ts";
export type { Finding } from "./config/findings.ts";
export type { ConfigSource, Hook, HookAction, SourceKind } from "./config/hooks.ts";
export { parseHooks } from "./config/hooks.ts";
export { type Config, type ParsedConfig, parseConfig } from "./config/parse.ts";
export { findOldHooks, loadConfig, projectSource, settingsSource, userSource } from "./config/read.ts";
export { DEFAULT_SCRIPT_PATHS, type Settings, toSettings } from "./config/schema.ts";
export { createEvaluate, type EvaluateOptions } from "./evaluate.ts";
export { refuseWithoutDaemon } from "./gates-without-daemon.ts";
export { type HookNeeds, hookNeeds } from "./hook-needs.ts";
export type { HookScript, HookScriptInput } from "./hook-script.ts";
export { HookLoader, type ProjectHooks } from "./project-hooks.ts";
export type { Evaluate } from "./run/prompt.ts";
export { type CallOptions, type HookRun, type HookRuns, hookName, runHooks } from "./run-hooks.ts";
export { HookRuntime, type Log as HookLog, type RuntimeOptions } from "./runtime.ts";
export { type Pins, type TrustState, TrustStore, trustFile } from "./trust.ts";
