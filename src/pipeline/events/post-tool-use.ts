import { afterTaskTool, TASK_TOOLS } from "../../clients/client-tasks.ts";
import { context, type InputOf, pass, type ReplyFor } from "../../clients/index.ts";
import { noteClientFile } from "../../memory/client/touched.ts";
import { EDIT_TOOLS } from "../../memory/records/edits.ts";
import { ownTask } from "../../memory/remember/own-task.ts";
import { clientFailureRecall } from "../../recall/client-memory/recall.ts";
import { solutionFor } from "../../recall/failure.ts";
import { hintToRemember, mayRemove } from "../../recall/hints.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { stopOrder } from "../../work/stage-moves.ts";
import type { EventContext } from "../event-context.ts";

/** Calls that start a subagent. */
const AGENT_TOOLS: ReadonlySet<string> = new Set(["Agent", "Task"]);

/**
 * The only place that decides whether the answer to a tool's result can be non-empty. If it cannot, the client does not wait
 * until the call is stored.
 */
export function needsAnswer({ toolName, toolInput }: { toolName: string; toolInput?: unknown }): boolean {
  if (toolName === "Bash") return isCheck(toolInput);
  const isKnown = EDIT_TOOLS.has(toolName) || TASK_TOOLS.has(toolName) || AGENT_TOOLS.has(toolName);
  return isKnown || toolName.startsWith("mcp__");
}

/** A single command that only reads or commits: the great majority. */
const LOOKS =
  /^\s*(?:ls|cat|head|tail|grep|rg|find|wc|pwd|echo|git (?:status|diff|log|show|add|commit|branch))(?:[ \t][^;&|\n]*)?$/;

function isCheck(toolInput: unknown): boolean {
  const { command } = Object(toolInput) as { command?: unknown };
  return typeof command === "string" && !LOOKS.test(command);
}

export async function postToolUse(
  input: InputOf<"PostToolUse">,
  ctx: EventContext,
): Promise<ReplyFor<"PostToolUse">> {
  if (input.toolName.startsWith("mcp__")) await ownTask(input, ctx);
  if (TASK_TOOLS.has(input.toolName) && input.agentId === undefined) {
    const { sessionId: session, toolName, toolInput, toolResponse } = input;
    await ctx.continuity.changeClientTasks((tasks) =>
      afterTaskTool(tasks, { session, toolName, toolInput, toolResponse }),
    );
    return pass;
  }
  if (AGENT_TOOLS.has(input.toolName)) {
    const order = await stopOrder(ctx);
    return order === undefined ? pass : context(order);
  }
  // The model has now seen this file of the client's own memory; no hint is needed.
  const isFile = input.toolName === "Read" || EDIT_TOOLS.has(input.toolName);
  if (isFile && (await noteClientFile(input, ctx))) return pass;
  if (EDIT_TOOLS.has(input.toolName)) {
    const hint = await hintToRemember(input, ctx);
    return hint === undefined ? pass : context(hint);
  }
  if (input.toolName !== "Bash" || !isCheck(input.toolInput)) return pass;
  const [last] = await recordsIn(ctx.store).observations({ sessionId: input.sessionId, limit: 1 });
  if (last === undefined || last.toolUseId !== input.toolUseId) return pass;
  const text =
    (await solutionFor("PostToolUse", last, ctx)) ??
    (mayRemove(last) ? await hintToRemember(input, ctx) : undefined);
  return text === undefined ? pass : context(text);
}

/** Injects an earlier fix of this failure. Models rarely look for it on their own. */
export async function postToolUseFailure(
  { sessionId, toolUseId, isInterrupt }: InputOf<"PostToolUseFailure">,
  ctx: EventContext,
): Promise<ReplyFor<"PostToolUseFailure">> {
  if (isInterrupt) return pass;
  // As recorded a moment ago, with secrets removed, because both sides of the comparison must be redacted.
  const newest = await recordsIn(ctx.store).observations({ sessionId, limit: 5 });
  const call = newest.find((one) => one.toolUseId === toolUseId && !one.ok);
  if (call === undefined) return pass;
  const texts = [
    await clientFailureRecall("PostToolUseFailure", call, ctx),
    await solutionFor("PostToolUseFailure", call, ctx),
  ].filter((text) => text !== undefined);
  return texts.length === 0 ? pass : context(texts.join("\n\n"));
}
