import { type InputOf, type ReplyFor, say } from "../../clients/index.ts";
import { isEdit } from "../../memory/records/edits.ts";
import { clientFileRecall } from "../../recall/client-memory/recall.ts";
import { fileRecall } from "../../recall/file.ts";
import { refusedBefore } from "../../recall/permission.ts";
import { suggestAt } from "../../work/suggest.ts";
import type { EventContext } from "../event-context.ts";

/** Pawl's own workflow tools in MCP, installed or from the plugin. The server sees the call, but not the session. */
const OWN_TOOL = /^mcp__(?:pawl|plugin_pawl_pawl)__workflow_/;

export async function preToolUse(
  input: InputOf<"PreToolUse">,
  ctx: EventContext,
): Promise<ReplyFor<"PreToolUse">> {
  if (OWN_TOOL.test(input.toolName)) await ctx.continuity.noteCall(input.toolUseId ?? "");
  noteTask(input, ctx);
  const line = await suggestCompact(input, ctx);
  const message = line === undefined ? {} : say(line);
  const injected = [
    await refusedBefore(input, ctx),
    await clientFileRecall(input, ctx),
    await fileRecall(input, ctx),
  ].filter((text) => text !== undefined);
  return {
    ...message,
    ...(injected.length === 0 ? {} : { context: injected.join("\n\n") }),
  };
}

/** Saves the task of a starting subagent, because its own start event does not contain it. */
function noteTask({ sessionId, toolName, toolInput }: InputOf<"PreToolUse">, ctx: EventContext): void {
  if (toolName !== "Task" && toolName !== "Agent") return;
  const { subagent_type: agent, prompt } = Object(toolInput) as Record<string, unknown>;
  if (typeof prompt === "string")
    ctx.knowledge.noteTask(sessionId, typeof agent === "string" ? agent : "", prompt);
}

/** A subagent has its own context, which the user cannot compact. */
async function suggestCompact(
  { agentId, toolName }: InputOf<"PreToolUse">,
  ctx: EventContext,
): Promise<string | undefined> {
  return agentId === undefined && isEdit(toolName) ? suggestAt(toolName, ctx) : undefined;
}
