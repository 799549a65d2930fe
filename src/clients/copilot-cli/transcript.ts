/** Copilot CLI's `session-state/ID/events.jsonl`: one event a line. Read as a whole, because equal calls are counted. */
import type { EntryHead, TranscriptEntry, UserEntry } from "../claude-code/transcript.ts";
import { createCallNames } from "../equal-calls.ts";
import { type Fields, isObject, text, tryParse } from "../fields.ts";
import type { LineCounts } from "../transcripts/entries.ts";
import { readLines } from "../transcripts/lines.ts";
import { toCommonInput, toCommonName, toResult } from "./tools.ts";

export async function readCopilotEvents(
  path: string,
  sessionId: string,
  counts: LineCounts,
): Promise<TranscriptEntry[]> {
  const reader = createReader(sessionId);
  const entries: TranscriptEntry[] = [];
  for await (const lines of readLines(path)) {
    for (const { text: line = "", terminated } of lines) {
      if (line === "") continue;
      counts.lines++;
      const value = tryParse(line);
      if (isObject(value)) entries.push(...reader(value));
      else if (terminated) counts.unreadable++;
    }
  }
  return entries;
}

function createReader(sessionId: string) {
  const nameOf = createCallNames();
  /** Calls that have started, by the client's own id. It is used again after a resume. */
  const open = new Map<string, Fields>();
  let cwd = "";

  const user = (head: EntryHead, more: Partial<UserEntry>): UserEntry => ({
    kind: "user",
    ...head,
    isMeta: false,
    isCompactSummary: false,
    text: "",
    results: [],
    ...more,
  });

  function ended(data: Fields, { uuid: _, ...head }: EntryHead): TranscriptEntry[] {
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
    return [
      {
        kind: "assistant",
        ...head,
        text: "",
        tools: [{ id, name: toolName, input: toolInput }],
        isApiError: false,
        stopReason: "tool_use",
      },
      user(head, { results: [{ toolUseId: id, isError: !ok, content }] }),
    ];
  }

  return (line: Fields): TranscriptEntry[] => {
    const data = isObject(line.data) ? line.data : {};
    if (isObject(data.context)) cwd = text(data.context.cwd) ?? cwd;
    const at = Date.parse(text(line.timestamp) ?? "") || 0;
    const head: EntryHead = { sessionId, at, uuid: String(line.id), ...(cwd === "" ? {} : { cwd }) };
    switch (line.type) {
      case "user.message":
        // A subagent's task is in the input of the call that started it.
        return text(line.agentId) === undefined ? [user(head, { text: text(data.content) ?? "" })] : [];
      case "assistant.message": {
        if (text(line.agentId) !== undefined) return [];
        const hasCalls = Array.isArray(data.toolRequests) && data.toolRequests.length > 0;
        const stopReason = hasCalls ? "tool_use" : "end_turn";
        const model = text(data.model);
        const said = { text: text(data.content) ?? "", tools: [], isApiError: false, stopReason };
        return [{ kind: "assistant", ...head, ...said, ...(model === undefined ? {} : { model }) }];
      }
      case "tool.execution_start":
        open.set(String(data.toolCallId), data);
        return [];
      case "tool.execution_complete":
        return ended(data, head);
      case "session.compaction_complete":
        if (data.success !== true) return [];
        return [
          { kind: "compact", ...head, metadata: {} },
          user(
            { ...head, uuid: `summary-${head.uuid}` },
            {
              isCompactSummary: true,
              text: text(data.summaryContent) ?? "",
            },
          ),
        ];
      default:
        return [];
    }
  };
}
