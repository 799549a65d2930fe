/** A prompt hook: passes its text to the user and the model, or lets a model judge, if configured. */
import { carries, type HookEventName, type HookInput, type Reply, toReply } from "../../clients/index.ts";
import { failedRun, type HookResult } from "./outcome.ts";

/** Lets a model judge the event by the prompt, and returns a hook's JSON output. */
export type Evaluate = (
  prompt: string,
  input: HookInput,
  signal: AbortSignal,
  options?: EvaluateOptions,
) => Promise<unknown>;

interface EvaluateOptions {
  model?: string | undefined;
  /** The judge may read project files before it decides. */
  mayRead?: boolean;
}

/** Context at these events makes the model continue, but a finished turn must stay finished. */
const AT_THE_END: ReadonlySet<HookEventName> = new Set<HookEventName>(["Stop", "SubagentStop"]);

/** `systemMessage` alone never reaches the model, so the text is also added as context where possible. */
export function toPromptReply(event: HookEventName, text: string): Reply {
  const reaches = carries(event, "context") && !AT_THE_END.has(event);
  return reaches ? { message: text, context: text } : { message: text };
}

export async function evaluatePrompt(
  event: HookEventName,
  text: string,
  input: HookInput,
  evaluate: Evaluate | undefined,
  signal: AbortSignal,
  options?: EvaluateOptions,
): Promise<HookResult> {
  if (evaluate === undefined)
    return failedRun("Nothing here can judge a prompt: the Claude Agent SDK is not installed.");
  return { outcome: "ok", ...toReply(event, await evaluate(text, input, signal, options)) };
}
