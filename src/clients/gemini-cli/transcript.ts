/**
 * Reads Gemini CLI's chats: `~/.gemini/tmp/PROJECT/chats/session-TIME-ID.jsonl`. A file is a log of changes: a message
 * replaces an earlier one with the same id, so the file is read as a whole. A subagent's calls are in a file below; its hooks
 * name the main session, and so does this reader.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readIfThere } from "../../platform/files.ts";
import { userHome } from "../../platform/paths.ts";
import type { EntryHead, TranscriptEntry } from "../claude-code/transcript.ts";
import { createCallNames } from "../equal-calls.ts";
import { type Fields, isObject, text, tryParse } from "../fields.ts";
import type { LineCounts } from "../transcripts/entries.ts";
import { asAssistant, asCall, asCompaction, asUser, objectLines, timeOf } from "../transcripts/whole.ts";
import { textIn, toCommonInput, toCommonName, toPrompt, toResult } from "./tools.ts";

export const geminiHome = (): string => join(userHome(), ".gemini");

export const geminiSettings = (): string => join(geminiHome(), "settings.json");

const CHAT = /[\\/]chats[\\/]session-[\dT-]+-[0-9a-f]{8}\.jsonl$/;
const SUBAGENT = /[\\/]chats[\\/]([0-9a-f-]{36})[\\/][\w-]+\.jsonl$/;

export function isGeminiChat(path: string): boolean {
  return CHAT.test(path) || SUBAGENT.test(path);
}

/** The file's name contains only the start of the id; its first line has the whole id. */
export function sessionOfChat(path: string): string {
  const main = SUBAGENT.exec(path)?.[1];
  if (main !== undefined) return main;
  const first = (readIfThere(path) ?? "").split("\n", 1)[0] ?? "";
  const header = tryParse(first);
  return (isObject(header) ? text(header.sessionId) : undefined) ?? basename(path, ".jsonl");
}

/** The stored data of a file, in its order. */
interface Chat {
  messages: Map<string, Fields>;
  /** Ids of the messages after which the conversation was compressed, with the summary. */
  compressed: Map<string, string>;
}

export async function readGeminiChat(
  path: string,
  sessionId: string,
  counts: LineCounts,
): Promise<TranscriptEntry[]> {
  // Already read with the main file.
  if (SUBAGENT.test(path)) return [];
  const chat = await readChat(path, counts);
  const below = join(dirname(path), sessionId);
  const files = existsSync(below) ? readdirSync(below).filter((name) => name.endsWith(".jsonl")) : [];
  const inner: Chat[] = [];
  for (const name of files.sort()) inner.push(await readChat(join(below, name), counts));
  const cwd = readIfThere(join(dirname(dirname(path)), ".project_root"))?.trim() ?? "";
  const nameOf = createCallNames();
  const read = (messages: Chat["messages"], isMain: boolean): TranscriptEntry[] =>
    [...messages.values()].flatMap((message) => {
      const head: EntryHead = {
        sessionId,
        at: timeOf(message.timestamp),
        uuid: String(message.id),
        ...(cwd === "" ? {} : { cwd }),
      };
      const entries = isMain ? wordsOf(message, head) : [];
      const summary = isMain ? chat.compressed.get(String(message.id)) : undefined;
      const compacted = summary === undefined ? [] : asCompaction(head, `compressed-${head.uuid}`, summary);
      return [...entries, ...callsOf(message, head, nameOf), ...compacted];
    });
  return [...read(chat.messages, true), ...inner.flatMap(({ messages }) => read(messages, false))];
}

async function readChat(path: string, counts: LineCounts): Promise<Chat> {
  const chat: Chat = { messages: new Map(), compressed: new Map() };
  let last = "";
  for await (const line of objectLines(path, counts)) {
    const id = text(line.id);
    if (id !== undefined && text(line.type) !== undefined) {
      chat.messages.set(id, line);
      last = id;
    }
    const summary = summaryIn(line.$set);
    if (summary !== undefined) chat.compressed.set(last, summary);
  }
  return chat;
}

/** A whole list replaces the messages after a resume, shortened, and after a compression, starting with its summary. */
function summaryIn(set: unknown): string | undefined {
  const messages = isObject(set) && Array.isArray(set.messages) ? set.messages : [];
  const texts = messages.flatMap((one) => (isObject(one) && one.type === "user" ? textIn(one.content) : []));
  return texts.find((each) => each.startsWith("<state_snapshot>"));
}

function wordsOf(message: Fields, head: EntryHead): TranscriptEntry[] {
  if (message.type === "gemini") {
    const said = textIn(message.content);
    const hasCalls = Array.isArray(message.toolCalls) && message.toolCalls.length > 0;
    const stopReason = hasCalls ? "tool_use" : "end_turn";
    return [asAssistant(head, { text: said, stopReason, model: text(message.model) })];
  }
  const parts = Array.isArray(message.content) ? message.content : [{ text: message.content }];
  // Text that hooks added to a prompt is a part of its own.
  const [first = ""] = parts.flatMap((part) => (isObject(part) ? (text(part.text) ?? []) : []));
  const asked = toPrompt(first);
  if (asked === "" || asked.startsWith("<session_context>")) return [];
  return [asUser(head, { text: asked })];
}

function callsOf(
  message: Fields,
  head: EntryHead,
  nameOf: ReturnType<typeof createCallNames>,
): TranscriptEntry[] {
  const calls = Array.isArray(message.toolCalls) ? message.toolCalls.filter(isObject) : [];
  return calls.flatMap((call): TranscriptEntry[] => {
    const name = text(call.name) ?? "";
    const response = responseIn(call.result);
    const error = text(response.error);
    const result = error === undefined ? toResult(name, text(response.output) ?? "") : undefined;
    const ok = call.status === "success" && result?.ok === true;
    const toolName = toCommonName(name);
    const toolInput = toCommonInput(call.args, head.cwd ?? "");
    const id = nameOf({ sessionId: head.sessionId, toolName, toolInput, ok });
    const at = timeOf(call.timestamp) || head.at;
    const content = error ?? result?.output ?? "";
    return asCall({ ...head, at }, { id, name: toolName, input: toolInput, ok, content });
  });
}

function responseIn(result: unknown): Fields {
  for (const part of Array.isArray(result) ? result : []) {
    const found =
      isObject(part) && isObject(part.functionResponse) ? part.functionResponse.response : undefined;
    if (isObject(found)) return found;
  }
  return {};
}
