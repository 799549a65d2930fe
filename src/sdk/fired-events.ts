/**
 * Fires the events that the Agent SDK does not deliver: session start, session end, and notifications. (After
 * `/clear` and compaction the SDK does deliver a start; see test/e2e/sdk.test.ts.)
 */
import type { CanUseTool, SDKMessage } from "@anthropic-ai/claude-agent-sdk";
import { PawlError } from "../platform/errors.ts";
import type { HookManager } from "./hook-manager.ts";
import type { MemoryFeed } from "./memory-feed.ts";
import type { Session } from "./session.ts";
import type { SDKHookInput, SDKHookOutput, SDKHooks } from "./types.ts";

export class FiredEvents {
  /** Context from SessionStart; the model gets it with the next prompt. */
  private context: string[] = [];
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly session: Session,
    private readonly hooks: HookManager,
    readonly feed: MemoryFeed | undefined,
    private readonly notice: (text: string) => void,
  ) {}

  /** Throws if a hook stops the session. */
  async sessionStart(): Promise<void> {
    const { common, resumed, model } = this.session;
    const outputs = await this.fire({
      ...common,
      hook_event_name: "SessionStart",
      source: resumed ? "resume" : "startup",
      ...(model === undefined ? {} : { model }),
    });
    this.context = outputs.flatMap((output) => contextOf(output) ?? []);
    const stop = outputs.find((output) => output.continue === false);
    if (stop !== undefined) {
      throw new PawlError("stopped_by_hook", stop.stopReason ?? "A hook of this project stopped the session");
    }
  }

  async sessionEnd(reason: string): Promise<void> {
    await Promise.allSettled(this.running);
    await this.fire({
      ...this.session.common,
      hook_event_name: "SessionEnd",
      reason,
    } as SDKHookInput);
  }

  /** Not awaited here; `sessionEnd` awaits it. */
  notify(type: string, message: string): void {
    const { common } = this.session;
    const fired = this.fire({ ...common, hook_event_name: "Notification", message, notification_type: type });
    const owned = fired.finally(() => this.running.delete(owned));
    this.running.add(owned);
  }

  /** The client notifies its user when it has a question; with the SDK, we ask the question. */
  announced(canUseTool: CanUseTool): CanUseTool {
    return (name, input, options) => {
      this.notify("permission_prompt", `Claude needs your permission to use ${name}`);
      return canUseTool(name, input, options);
    };
  }

  /** Passes the context from SessionStart to the model. */
  contextHooks(): SDKHooks {
    const inject = async (): Promise<SDKHookOutput> => {
      const text = this.context.splice(0).join("\n\n");
      if (text === "") return {};
      return { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: text } };
    };
    return { UserPromptSubmit: [{ hooks: [inject] }] };
  }

  /**
   * Wraps every callback: an event that was fired here never runs twice, and a hook's message to the user is
   * shown.
   */
  decorate(hooks: SDKHooks): SDKHooks {
    const entries = Object.entries(hooks).map(([event, matchers]) => [
      event,
      matchers.map((matcher) => ({
        ...matcher,
        hooks: matcher.hooks.map((callback): typeof callback => async (input, toolUseID, options) => {
          if (isFiredHere(input)) return {};
          this.session.follow(input);
          const output = await callback(input, toolUseID, options);
          this.show(output as SDKHookOutput);
          return output;
        }),
      })),
    ]);
    return Object.fromEntries(entries) as SDKHooks;
  }

  /** `/clear` starts a session with another id. */
  follow(message: SDKMessage): void {
    if (message.type === "system" && message.subtype === "init") this.session.id = message.session_id;
  }

  private async fire(input: SDKHookInput): Promise<SDKHookOutput[]> {
    const [mine, theirs] = await Promise.all([this.hooks.fire(input), this.feed?.report(input) ?? {}]);
    const outputs = [...mine, theirs];
    for (const output of outputs) this.show(output);
    return outputs;
  }

  /** What a hook says to the user, and why it refuses. */
  private show(output: SDKHookOutput): void {
    const { systemMessage } = output;
    if (systemMessage !== undefined && systemMessage !== "") this.notice(systemMessage);
    const reason = refusalOf(output);
    if (reason !== undefined && reason !== "" && reason !== systemMessage) this.notice(reason);
  }
}

function isFiredHere(input: SDKHookInput): boolean {
  if (input.hook_event_name === "SessionStart") return ["startup", "resume"].includes(input.source);
  return input.hook_event_name === "SessionEnd" && input.reason !== "clear";
}

function refusalOf({ decision, reason, hookSpecificOutput }: SDKHookOutput): string | undefined {
  if (decision === "block") return reason;
  const specific = hookSpecificOutput as
    | {
        permissionDecision?: unknown;
        permissionDecisionReason?: string;
        decision?: { behavior?: unknown; message?: string };
      }
    | undefined;
  if (specific?.permissionDecision === "deny") return specific.permissionDecisionReason;
  return specific?.decision?.behavior === "deny" ? specific.decision.message : undefined;
}

function contextOf({ hookSpecificOutput }: SDKHookOutput): string | undefined {
  const text = (hookSpecificOutput as { additionalContext?: unknown } | undefined)?.additionalContext;
  return typeof text === "string" && text !== "" ? text : undefined;
}
