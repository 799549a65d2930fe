/** Copilot CLI's `session-state/ID/events.jsonl`: one event per line. Read as a whole, because equal calls are counted. */
import type { EntryHead, TranscriptEntry } from "../claude-code/transcript.ts";
import { createCallNames } from "../equal-calls.ts";
import { type Fields, isObject, text } from "../fields.ts";
import type { LineCounts } from "../transcripts/entries.ts";
import { asAssistant, asCall, asCompaction, asUser, objectLines, timeOf } from "../transcripts/whole.ts";
import { toCommonInput, toCommonName, toResult } from "./tools.ts";

export async function readCopilotEvents(
  path: string,
  sessionId: string,
  counts: LineCounts,
): Promise<TranscriptEntry[]> {
  const reader = createReader(sessionId);
  const entries: TranscriptEntry[] = [];
  for await (const line of objectLines(path, counts)) entries.push(...reader(line));
  return entries;
}

function createReader(sessionId: string) {
  const nameOf = createCallNames();
  /** Started calls, by the client's own id, which is reused after a resume. */
  const open = new Map<string, Fields>();
  let cwd = "";

  function ended(data: Fields, head: EntryHead): TranscriptEntry[] {
    const start = open.get(String(data.toolCallId));
    open.delete(String(data.toolCallId));
    if (start === undefined) return [];
    const toolName = toCommonName(text(start.toolName) ?? "");
    const toolInput = toCommonInput(start.arguments);
    const told = isObject(data.result) ? (text(data.result.content) ?? "") : "";
    const result = toResult(toolName, told);
    const error = isObject(data.error) ? text(data.error.message) : undefined;
    const ok = data.success === true && result.ok;
    const id = nameOf({ sessionId, toolName, toolInput, ok });
    const content = data.success === true ? result.output : (error ?? told);
    return asCall(head, { id, name: toolName, input: toolInput, ok, content });
  }

  return (line: Fields): TranscriptEntry[] => {
    const data = isObject(line.data) ? line.data : {};
    if (isObject(data.context)) cwd = text(data.context.cwd) ?? cwd;
    const folder = cwd === "" ? {} : { cwd };
    const head: EntryHead = { sessionId, at: timeOf(line.timestamp), uuid: String(line.id), ...folder };
    switch (line.type) {
      case "user.message":
        // A subagent's task is in the input of the call that started it.
        return text(line.agentId) === undefined ? [asUser(head, { text: text(data.content) ?? "" })] : [];
      case "assistant.message": {
        if (text(line.agentId) !== undefined) return [];
        const hasCalls = Array.isArray(data.toolRequests) && data.toolRequests.length > 0;
        const stopReason = hasCalls ? "tool_use" : "end_turn";
        return [asAssistant(head, { text: text(data.content) ?? "", stopReason, model: text(data.model) })];
      }
      case "tool.execution_start":
        open.set(String(data.toolCallId), data);
        return [];
      case "tool.execution_complete":
        return ended(data, head);
      case "session.compaction_complete":
        if (data.success !== true) return [];
        return asCompaction(head, String(line.id), text(data.summaryContent) ?? "");
      default:
        return [];
    }
  };
}
