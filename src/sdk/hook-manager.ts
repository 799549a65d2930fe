/**
 * Runs hooks for the Agent SDK. Its configuration is passed in and it reads no file: `ConfigManager` does,
 * and the runtime reads the scripts that it runs.
 */
import { join } from "node:path";
import { BadHookInput, type HookEventName, parseHookInput, subjectField } from "../clients/index.ts";
import type { ConfigFinding } from "../hooks/config/findings.ts";
import { type Hook, parseHooks } from "../hooks/config/hooks.ts";
import { DEFAULT_SCRIPT_PATHS } from "../hooks/config/schema.ts";
import { createEvaluate } from "../hooks/evaluate.ts";
import type { Evaluate } from "../hooks/run/prompt.ts";
import { type CallOptions, type HookRun, runHooks } from "../hooks/run-hooks.ts";
import { HookRuntime } from "../hooks/runtime.ts";
import { type Env, processEnv } from "../platform/env.ts";
import { toSDKOutput } from "./hook-output.ts";
import {
  type CallbackOptions,
  type CommandHook,
  consoleLog,
  type HookDefinition,
  type HooksConfig,
  type Log,
  type PromptHook,
  type ScriptHook,
  type SDKHookInput,
  type SDKHookOutput,
  type SDKHooks,
} from "./types.ts";

export interface HookManagerOptions {
  projectDir: string;
  hookScriptPaths?: readonly string[];
  /** The configuration's file, for messages. */
  file?: string;
  log?: Log;
  count?: ((name: string) => void) | undefined;
  /** The environment of processes that hooks start. */
  env?: Env;
  /** Evaluates `mode: "evaluate"`; default: the Agent SDK. */
  evaluate?: Evaluate;
}

export type SDKCallback = (
  input: SDKHookInput,
  toolUseID?: string,
  options?: CallbackOptions,
) => Promise<SDKHookOutput>;

/** Our timeout ends a hook first and reports it; the SDK's own limit is a fallback. */
const MARGIN_SECONDS = 5;
/** Plain names, which the client compares literally. We match everything else, within our limits. */
const NAMES = /^[A-Za-z0-9_]+(\|[A-Za-z0-9_]+)*$/;

/** `Map.groupBy`, which node 20 does not have. */
function groupBy<K, T>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}

export class HookManager {
  private readonly runtime: HookRuntime;
  private readonly log: Log;
  private loaded: readonly Hook[] = [];

  constructor(private readonly options: HookManagerOptions) {
    this.log = options.log ?? consoleLog;
    const env = options.env ?? processEnv;
    this.runtime = new HookRuntime({
      env,
      log: this.log,
      count: options.count ?? (() => undefined),
      evaluate: options.evaluate ?? createEvaluate({ env }),
    });
  }

  /** Replaces the loaded hooks. Entries that cannot run are reported and skipped. */
  loadHooks(config: HooksConfig | undefined): ConfigFinding[] {
    const { hooks, findings } = this.parse(config ?? {});
    for (const { level, message } of findings) if (level === "error") this.log("warn", message);
    this.loaded = hooks;
    return findings;
  }

  /** Hooks of other files, behind what is loaded. */
  addHooks(hooks: readonly Hook[]): void {
    this.loaded = [...this.loaded, ...hooks];
  }

  /** What is loaded, in configuration order. */
  get hooks(): readonly Hook[] {
    return this.loaded;
  }

  /** The loaded hooks, or `config`: a list of matchers per event, each with a callback per hook. */
  convertToSDKFormat(config?: HooksConfig): SDKHooks {
    const hooks = config === undefined ? this.loaded : this.parse(config).hooks;
    // An event that the installed SDK does not know yet is handed over all the same: a newer one may.
    const events: Partial<Record<HookEventName, SDKHooks[keyof SDKHooks] & {}>> = {};
    for (const [event, ofEvent] of groupBy(hooks, (hook) => hook.event)) {
      const matchers = groupBy(ofEvent, ({ matcher }) => matcher.trim());
      events[event] = [...matchers].map(([matcher, group]) => ({
        ...(NAMES.test(matcher) && subjectField(event) !== undefined ? { matcher } : {}),
        hooks: group.map((hook) => this.createSDKCallback(hook)),
        timeout: Math.ceil(Math.max(...group.map(({ timeoutMs }) => timeoutMs)) / 1000) + MARGIN_SECONDS,
      }));
    }
    return events;
  }

  executeCommand(hook: CommandHook, input: SDKHookInput, call?: CallbackOptions): Promise<SDKHookOutput> {
    return this.createSDKCallback(hook)(input, undefined, call);
  }

  executeScript(
    hook: ScriptHook,
    input: SDKHookInput,
    toolUseID?: string,
    call?: CallbackOptions,
  ): Promise<SDKHookOutput> {
    return this.createSDKCallback(hook)(input, toolUseID, call);
  }

  executePrompt(hook: PromptHook, input: SDKHookInput, call?: CallbackOptions): Promise<SDKHookOutput> {
    return this.createSDKCallback(hook)(input, undefined, call);
  }

  /** A loaded hook checks its matcher; a bare definition runs for any input. Never rejects. */
  createSDKCallback(hook: Hook | HookDefinition): SDKCallback {
    if ("event" in hook) return (input, toolUseID, call) => this.run(hook, input, toolUseID, call);
    const byEvent = new Map<string, Hook | undefined>();
    return async (input, toolUseID, call) => {
      const event = input.hook_event_name;
      if (!byEvent.has(event)) byEvent.set(event, this.parseOne(hook, event));
      const parsed = byEvent.get(event);
      return parsed === undefined ? { continue: true } : this.run(parsed, input, toolUseID, call);
    };
  }

  /** Fires an event that the SDK does not deliver: runs all matching hooks and returns their answers. */
  async fire(input: SDKHookInput): Promise<SDKHookOutput[]> {
    return (await this.runAll(this.loaded, input)).map(toSDKOutput);
  }

  /** Ends running hooks. */
  close(): Promise<void> {
    return this.runtime.close();
  }

  private async run(
    hook: Hook,
    input: SDKHookInput,
    toolUseID: string | undefined,
    call: CallbackOptions | undefined,
  ): Promise<SDKHookOutput> {
    const [run] = await this.runAll([hook], input, { toolUseID, signal: call?.signal });
    return run === undefined ? { continue: true } : toSDKOutput(run);
  }

  private async runAll(
    hooks: readonly Hook[],
    input: SDKHookInput,
    call: CallOptions = {},
  ): Promise<HookRun[]> {
    try {
      const { projectDir } = this.options;
      return (await runHooks(parseHookInput(input), hooks, { projectDir }, this.runtime, call)).runs;
    } catch (error) {
      if (!(error instanceof BadHookInput)) throw error;
      this.log("error", `Not a hook input: ${error.message}`);
      return [];
    }
  }

  private parse(config: unknown) {
    const { projectDir, hookScriptPaths = DEFAULT_SCRIPT_PATHS } = this.options;
    const file = this.options.file ?? join(projectDir, ".claude", "settings.json");
    return parseHooks(config, { file, kind: "settings", baseDir: projectDir }, hookScriptPaths);
  }

  private parseOne(hook: HookDefinition, event: HookEventName): Hook | undefined {
    const { hooks, findings } = this.parse([{ ...hook, event }]);
    for (const { level, message } of findings) if (level === "error") this.log("warn", message);
    return hooks[0];
  }
}
