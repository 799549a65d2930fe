/** For readers of records in which a later line may change an earlier one: they return all entries each time. */
import type { AssistantEntry, EntryHead, TranscriptEntry, UserEntry } from "../claude-code/transcript.ts";
import { type Fields, isObject, tryParse } from "../fields.ts";
import type { LineCounts } from "./entries.ts";
import { readLines } from "./lines.ts";

/** Lines that are no object are counted and skipped. */
export async function* objectLines(path: string, counts: LineCounts): AsyncGenerator<Fields> {
  for await (const lines of readLines(path)) {
    for (const { text = "", terminated } of lines) {
      if (text === "") continue;
      counts.lines++;
      const value = tryParse(text);
      if (isObject(value)) yield value;
      else if (terminated) counts.unreadable++;
    }
  }
}

export const timeOf = (value: unknown): number => (typeof value === "string" ? Date.parse(value) || 0 : 0);

export function asUser(head: EntryHead, more: Partial<UserEntry>): UserEntry {
  return { kind: "user", ...head, isMeta: false, isCompactSummary: false, text: "", results: [], ...more };
}

/** `stopReason`: `tool_use` if a call follows; the last text of a turn is its response. */
export function asAssistant(
  head: EntryHead,
  { model, ...more }: Partial<Omit<AssistantEntry, "model">> & { model?: string | undefined },
): AssistantEntry {
  const named = model === undefined ? {} : { model };
  return { kind: "assistant", ...head, text: "", tools: [], isApiError: false, ...more, ...named };
}

interface EndedCall {
  id: string;
  name: string;
  input: unknown;
  ok: boolean;
  content: string;
}

/** A call and its result. */
export function asCall(
  { uuid: _, ...head }: EntryHead,
  { id, name, input, ok, content }: EndedCall,
): TranscriptEntry[] {
  return [
    asAssistant(head, { tools: [{ id, name, input }], stopReason: "tool_use" }),
    asUser(head, { results: [{ toolUseId: id, isError: !ok, content }] }),
  ];
}

/** The conversation was compacted; from here on the model has the summary. */
export function asCompaction(head: EntryHead, uuid: string, summary: string): TranscriptEntry[] {
  return [
    { kind: "compact", ...head, uuid, metadata: {} },
    asUser({ ...head, uuid: `summary-${head.uuid}` }, { isCompactSummary: true, text: summary }),
  ];
}
