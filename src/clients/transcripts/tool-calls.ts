/** Tool calls of a transcript: a call and its result are two lines, and become one observation. */
import type { Redactor } from "../../redact/redactor.ts";
import { toObservation } from "../../store/records/observation.ts";
import type { AssistantEntry, EntryHead, ToolResult, ToolUse, UserEntry } from "../claude-code/transcript.ts";
import type { createBatches } from "./batches.ts";
import type { createTurns } from "./turns.ts";

interface OpenCall extends ToolUse {
  head: EntryHead;
  agentType: string | undefined;
}

export function createToolCalls(
  batches: ReturnType<typeof createBatches>,
  turns: ReturnType<typeof createTurns>,
  redact: Redactor,
) {
  const open = new Map<string, OpenCall>();
  /** Calls of subagents that the main transcript repeats. Never waited for: the subagent's own file has them. */
  const aside = new Map<string, OpenCall>();

  function addCall(call: OpenCall, head: EntryHead, response: unknown, ok: boolean): void {
    const { id: toolUseId, name: toolName, input, agentType } = call;
    const { sessionId, at, agentId } = head;
    const promptId = head.isAside ? undefined : turns.of(head).promptId;
    batches.observation(
      head,
      toObservation(
        { sessionId, at, toolName, input, response, ok, toolUseId, promptId, agentId, agentType },
        redact,
      ),
    );
  }

  /** The session continued without their results, because the client was killed or lost them. */
  function giveUp(): void {
    for (const call of open.values()) addCall(call, call.head, undefined, false);
    open.clear();
  }

  function addResult(entry: UserEntry, result: ToolResult): void {
    const calls = entry.isAside ? aside : open;
    const known = calls.get(result.toolUseId);
    calls.delete(result.toolUseId);
    if (known === undefined && entry.isAside) return;
    // A result without its call: the line was lost, or is in the file from which this session was continued.
    const call = known ?? {
      id: result.toolUseId,
      name: "unknown",
      input: {},
      head: entry,
      agentType: undefined,
    };
    // For a failed call, hooks report the error as the model read it: the result's content.
    const tells = result.isError || entry.toolResponse === undefined;
    addCall(call, entry, tells ? toText(result.content) : entry.toolResponse, !result.isError);
  }

  function start(entry: AssistantEntry): void {
    const calls = entry.isAside ? aside : open;
    for (const tool of entry.tools) calls.set(tool.id, { ...tool, head: entry, agentType: entry.agentType });
  }

  return { start, addResult, giveUp, areOpen: () => open.size > 0 };
}

/** Content blocks that are all text are that text; anything else stays JSON. */
function toText(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const texts: string[] = [];
  for (const block of value as unknown[]) {
    if (typeof block !== "object" || block === null || !("text" in block)) return value;
    if (typeof block.text !== "string") return value;
    texts.push(block.text);
  }
  return texts.join("\n");
}
