// The declarations of `pawl/sdk`. src/sdk/types.test.ts compares them with the source.
import type {
  CanUseTool,
  HookCallback,
  HookCallbackMatcher,
  HookEvent,
  HookInput,
  Options,
  PermissionResult,
  Query,
  SDKUserMessage,
  Settings,
  SyncHookJSONOutput,
} from "@anthropic-ai/claude-agent-sdk" with { "resolution-mode": "import" };
import type { HookEventName } from "./index.cjs";

export type { CanUseTool, PermissionResult };

type Env = Readonly<Record<string, string | undefined>>;

interface HookFields {
  /** Seconds until the hook is killed. */
  timeout?: number | undefined;
  /** The same in milliseconds. */
  timeoutMs?: number | undefined;
  /** Runs in the background; its result is ignored. */
  async?: boolean | undefined;
  /** What a failure or a timeout means: allow (default), or deny. */
  onError?: "allow" | "deny" | undefined;
  /** One more condition, in Claude Code's own form: `Bash(git *)`, `Edit(src/**)`. */
  if?: string | undefined;
  /** Runs at most once in a session. */
  once?: boolean | undefined;
  description?: string | undefined;
  statusMessage?: string | undefined;
}

export interface CommandHook extends HookFields {
  type: "command";
  command: string;
  /** Without a shell: `command` is the program, these are its arguments. */
  args?: string[] | undefined;
  /** Which exit codes block: strict (all but 0), claude (2 only), never. */
  exitPolicy?: "strict" | "claude" | "never" | undefined;
  /** Another shell than the system's own. */
  shell?: "bash" | "powershell" | undefined;
}

export interface ScriptHook extends HookFields {
  type: "script";
  script?: string | undefined;
  /** Another name for `script`. */
  path?: string | undefined;
}

export interface PromptHook extends HookFields {
  type: "prompt";
  prompt: string;
  /** evaluate: a model evaluates the event against this text. */
  mode?: "text" | "evaluate" | undefined;
  /** With evaluate: the model that judges. */
  model?: string | undefined;
}

export interface HttpHook extends HookFields {
  type: "http";
  url: string;
  /** `$NAME` stands for a variable of `allowedEnvVars`. */
  headers?: Record<string, string> | undefined;
  allowedEnvVars?: string[] | undefined;
  /** Claude Code's own word for `onError`. */
  onFailure?: "continue" | "block" | undefined;
}

export interface AgentHook extends HookFields {
  type: "agent";
  prompt: string;
  model?: string | undefined;
}

export type HookDefinition = CommandHook | ScriptHook | PromptHook | HttpHook | AgentHook;

interface HookGroup {
  matcher?: string | undefined;
  description?: string | undefined;
  hooks: HookDefinition[];
}

/** `hooks` as written in a file: by event, or a list whose entries name their event. */
export type HooksConfig =
  | Partial<Record<HookEventName, HookGroup[]>>
  | (
      | (HookGroup & { event: HookEventName })
      | (HookDefinition & { event: HookEventName; matcher?: string | undefined })
    )[];

/** The type of the Agent SDK's `options.hooks`. */
export type SDKHooks = Partial<Record<HookEvent, HookCallbackMatcher[]>>;
export type SDKHookInput = HookInput;
export type SDKHookOutput = SyncHookJSONOutput;
export type QueryOptions = Options;
type CallbackOptions = Parameters<HookCallback>[2];

export type Log = (
  level: "debug" | "info" | "warn" | "error",
  message: string,
  fields?: Record<string, unknown>,
) => void;

export interface Finding {
  level: "error" | "warning";
  file: string;
  /** Such as `hooks.PreToolUse[0].hooks[1].timeout`; empty for the whole file. */
  path: string;
  message: string;
}

export interface ProjectConfig {
  projectDir: string;
  file: string;
  text: string | undefined;
  /** The valid entries; absent if the file has no hooks. */
  hooks: HooksConfig | undefined;
  hookScriptPaths: readonly string[];
  findings: readonly Finding[];
}

export class ConfigManager {
  constructor(projectDir: string, log?: Log);
  /** Never rejects because of the file's content. */
  loadProjectConfig(): Promise<ProjectConfig>;
}

export interface HookManagerOptions {
  projectDir: string;
  hookScriptPaths?: readonly string[];
  file?: string;
  log?: Log;
  count?: (name: string) => void;
  env?: Env;
}

export type SDKCallback = (
  input: SDKHookInput,
  toolUseID?: string,
  options?: CallbackOptions,
) => Promise<SDKHookOutput>;

export class HookManager {
  constructor(options: HookManagerOptions);
  loadHooks(config: HooksConfig | undefined): Finding[];
  convertToSDKFormat(config?: HooksConfig): SDKHooks;
  executeCommand(hook: CommandHook, input: SDKHookInput, call?: CallbackOptions): Promise<SDKHookOutput>;
  executeScript(
    hook: ScriptHook,
    input: SDKHookInput,
    toolUseID?: string,
    call?: CallbackOptions,
  ): Promise<SDKHookOutput>;
  executePrompt(hook: PromptHook, input: SDKHookInput, call?: CallbackOptions): Promise<SDKHookOutput>;
  createSDKCallback(hook: HookDefinition): SDKCallback;
  /** Fires an event that the SDK does not deliver: runs all matching hooks and returns their answers. */
  fire(input: SDKHookInput): Promise<SDKHookOutput[]>;
  close(): Promise<void>;
}

export interface SessionOptions {
  cwd: string;
  config: ProjectConfig;
  env: Env;
  model?: string | undefined;
  resume?: string | undefined;
}

export class Session {
  id: string;
  readonly cwd: string;
  readonly config: ProjectConfig;
  readonly model: string | undefined;
  resumed: boolean;
  transcriptPath: string;
  constructor(options: SessionOptions);
}

export interface RouterOptions {
  env?: Env | undefined;
  executable?: string | undefined;
  canUseTool?: CanUseTool | undefined;
  allowedTools?: readonly string[] | undefined;
  settings?: Settings | undefined;
  extraHooks?: SDKHooks | undefined;
}

export class MessageRouter {
  constructor(hookManager: HookManager, options?: RouterOptions);
  /** Absent if there are none. */
  getHooksForSDK(): SDKHooks | undefined;
  buildQueryOptions(session: Session): QueryOptions;
  open(session: Session, prompt: string | AsyncIterable<SDKUserMessage>): Promise<Query>;
}

export type TurnEvent =
  | { type: "text"; text: string }
  | { type: "tool"; name: string; about: string }
  | { type: "notice"; text: string }
  | { type: "end"; ok: boolean; error: string | undefined };

export interface ApplicationOptions {
  /** More of the SDK's own options: permissionMode, mcpServers, systemPrompt, hooks of the program … */
  options?: Partial<QueryOptions> | undefined;
  /** Also run the hooks of the user's and the local settings, and read CLAUDE.md, as Claude Code does. */
  clientSettings?: boolean;
  cwd: string;
  model?: string | undefined;
  /** The session to continue. */
  resume?: string | undefined;
  env?: Env;
  log?: Log;
  count?: (name: string) => void;
  /** Whether to send events to Pawl's daemon and inject its context. Default: true. */
  memory?: boolean;
  /** Answers permission requests that no rule decides; without it such calls are denied. */
  canUseTool?: CanUseTool | undefined;
  allowedTools?: readonly string[];
  /** Called once if the project has hooks. By default they run. */
  trust?: (config: ProjectConfig) => Promise<boolean>;
  /** Called at once with messages from hooks to the user; without it, they arrive as events of the turn. */
  onNotice?: (text: string) => void;
  /** Path of another Claude Code than the SDK's own. */
  executable?: string | undefined;
}

export class Application {
  constructor(options: ApplicationOptions);
  start(): Promise<Session>;
  get session(): Session;
  send(prompt: string): AsyncGenerator<TurnEvent, void>;
  /** Ends the turn, not the conversation. */
  interrupt(): Promise<void>;
  /** Stops the client in the middle of a turn. */
  abandon(): void;
  notify(type: string, message: string): void;
  close(reason?: string): Promise<void>;
}
