/** A prompt hook: its text for the user and the model, or judged by a model where that was asked for. */
import { carries, type HookEventName, type HookInput, type Reply, toReply } from "../../clients/index.ts";
import { failed, type HookResult, timedOut } from "./outcome.ts";

/** Has a model judge the event by the prompt; answers a hook's JSON output. */
export type Evaluate = (
  prompt: string,
  input: HookInput,
  signal: AbortSignal,
  options?: EvaluateOptions,
) => Promise<unknown>;

interface EvaluateOptions {
  model?: string | undefined;
  /** The judge may read files of the project before it decides. */
  mayRead?: boolean;
}

/** Context here makes the model go on, and a turn that is over must stay over. */
const AT_THE_END: ReadonlySet<HookEventName> = new Set<HookEventName>(["Stop", "SubagentStop"]);

/** `systemMessage` alone never reaches the model, so where there is context the text goes there as well. */
export function toPromptReply(event: HookEventName, text: string): Reply {
  const reaches = carries(event, "context") && !AT_THE_END.has(event);
  return reaches ? { message: text, context: text } : { message: text };
}

interface EvaluateCall {
  evaluate: Evaluate | undefined;
  timeoutMs: number;
  signal: AbortSignal;
  options?: EvaluateOptions;
}

export async function evaluatePrompt(
  event: HookEventName,
  text: string,
  input: HookInput,
  { evaluate, timeoutMs, signal, options }: EvaluateCall,
): Promise<HookResult> {
  if (evaluate === undefined)
    return failed("Nothing here can judge a prompt: the Claude Agent SDK is not installed.");
  const time = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([time, signal]);
  const over = new Promise<"over">((resolve) => {
    either.addEventListener("abort", () => resolve("over"), { once: true });
  });
  const answer = evaluate(text, input, either, options).then((value) => ({ value }));
  // It may still fail after its time; by then nobody listens.
  answer.catch(() => undefined);
  const result = await Promise.race([answer, over]);
  if (result !== "over") return { outcome: "ok", ...toReply(event, result.value) };
  return time.aborted ? timedOut(timeoutMs) : failed("It was stopped: nobody waits for it any more.");
}
