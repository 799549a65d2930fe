/** From a session to the Agent SDK: the options of its query, including hooks, and the query itself. */
import type { CanUseTool, Query, SDKUserMessage, Settings } from "@anthropic-ai/claude-agent-sdk";
import { loadAgentSDK } from "../model/agent-sdk.ts";
import type { Env } from "../platform/env.ts";
import type { HookManager } from "./hook-manager.ts";
import type { Session } from "./session.ts";
import type { QueryOptions, SDKHooks } from "./types.ts";

export interface RouterOptions {
  /** The client's whole environment; default: this process's environment. */
  env?: Env | undefined;
  /** Path of another Claude Code than the SDK's own. */
  executable?: string | undefined;
  /** Answers permission requests that no rule decides. Without it, such calls are denied. */
  canUseTool?: CanUseTool | undefined;
  allowedTools?: readonly string[] | undefined;
  /** The client's settings, because it reads no file itself. */
  settings?: Settings | undefined;
  /** More of the SDK's own options; what the router itself needs stays. */
  options?: Partial<QueryOptions> | undefined;
  /** Text of CLAUDE.md and the like, for the system prompt. */
  instructions?: string | undefined;
  /** Callbacks beside the configured ones. */
  extraHooks?: SDKHooks | undefined;
  /** Wraps every callback before the SDK gets it. */
  decorate?: (hooks: SDKHooks) => SDKHooks;
}

export class MessageRouter {
  constructor(
    private readonly hookManager: HookManager,
    private readonly options: RouterOptions = {},
  ) {}

  /** The configured hooks in the SDK's format; absent if there are none. */
  getHooksForSDK(): SDKHooks | undefined {
    const hooks = this.hookManager.convertToSDKFormat();
    return Object.keys(hooks).length === 0 ? undefined : hooks;
  }

  buildQueryOptions(session: Session): QueryOptions {
    const { env, executable, canUseTool, allowedTools, settings, extraHooks, decorate } = this.options;
    const { options: { hooks: own, ...given } = {}, instructions } = this.options;
    const all = joinHooks(this.getHooksForSDK(), extraHooks, own);
    const hooks = all === undefined ? undefined : (decorate?.(all) ?? all);
    return {
      cwd: session.cwd,
      // No settings file: a hook in one would run a second time, in addition to its callback.
      settingSources: [],
      systemPrompt: {
        type: "preset",
        preset: "claude_code",
        ...(instructions === undefined ? {} : { append: instructions }),
      },
      ...given,
      includePartialMessages: true,
      ...(session.resumed ? { resume: session.id } : { sessionId: session.id }),
      ...(session.model === undefined ? {} : { model: session.model }),
      ...(env === undefined ? {} : { env: { ...env } }),
      ...(executable === undefined ? {} : { pathToClaudeCodeExecutable: executable }),
      ...(canUseTool === undefined ? {} : { canUseTool }),
      ...(allowedTools === undefined ? {} : { allowedTools: [...allowedTools] }),
      ...(settings === undefined ? {} : { settings }),
      ...(hooks === undefined ? {} : { hooks }),
    };
  }

  /** Starts the conversation. Throws `PawlError("sdk_missing")`. */
  async open(session: Session, prompt: string | AsyncIterable<SDKUserMessage>): Promise<Query> {
    const { query } = await loadAgentSDK();
    return query({ prompt, options: this.buildQueryOptions(session) });
  }
}

/** Concatenates the matchers, event by event. */
export function joinHooks(...many: readonly (SDKHooks | undefined)[]): SDKHooks | undefined {
  const joined: SDKHooks = {};
  for (const hooks of many) {
    for (const [event, matchers] of Object.entries(hooks ?? {})) {
      const name = event as keyof SDKHooks;
      joined[name] = [...(joined[name] ?? []), ...matchers];
    }
  }
  return Object.keys(joined).length === 0 ? undefined : joined;
}
