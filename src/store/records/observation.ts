/** One tool call, reported by a hook or the transcript, as the record to store. */

import { secretPathIn } from "../../redact/index.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { observationKey } from "./keys.ts";
import { type Observation, RESPONSE_LIMIT } from "./records.ts";

/** The redactor of the session, if it distinguishes sessions; else the redactor itself. */
export const forSession = (redact: Redactor, sessionId: string): Redactor =>
  redact.forSession?.(sessionId) ?? redact;

interface ToolCallSeen {
  sessionId: string;
  at: number;
  toolName: string;
  input: unknown;
  /** `tool_response`, `error`, or what the transcript has: any JSON. */
  response: unknown;
  ok: boolean;
  toolUseId?: string | undefined;
  promptId?: string | undefined;
  agentId?: string | undefined;
  agentType?: string | undefined;
  durationMs?: number | undefined;
}

export function toObservation(call: ToolCallSeen, redact: Redactor): Observation {
  const files = filesOf(call.toolName, call.input);
  const input = JSON.stringify(redact.json(call.input ?? {})) ?? "{}";
  const observation: Observation = {
    // Without the client's id, the moment has to tell two equal calls apart.
    key: observationKey(call.sessionId, call.toolUseId, `${call.at} ${call.toolName} ${input}`),
    sessionId: call.sessionId,
    at: call.at,
    redaction: redact.version,
    toolName: call.toolName,
    ok: call.ok,
    input,
    response: redactedResponse(
      withoutOriginal(call.response),
      redact,
      files[0] ?? secretFileIn(commandOf(call.input)),
    ),
    files: files.map((file) => redact.text(file)),
  };
  if (call.toolUseId !== undefined) observation.toolUseId = call.toolUseId;
  if (call.promptId !== undefined) observation.promptId = call.promptId;
  if (call.agentId !== undefined) observation.agentId = call.agentId;
  if (call.agentType !== undefined && call.agentType !== "") observation.agentType = call.agentType;
  if (call.durationMs !== undefined) observation.durationMs = call.durationMs;
  return observation;
}

/** A short file costs nothing. */
const SHORT_FILE = 500;

/**
 * An edit's response contains the whole file before the edit. That would be a quarter of the store, and it precedes the
 * patch, which users search for and which the limit would cut off. The call's input contains every change.
 */
function withoutOriginal(response: unknown): unknown {
  if (typeof response !== "object" || response === null || Array.isArray(response)) return response;
  const { originalFile, ...kept } = response as Record<string, unknown>;
  const isLong = typeof originalFile === "string" && originalFile.length > SHORT_FILE;
  return isLong && Array.isArray(kept.structuredPatch) ? kept : response;
}

/** Which argument of which tool names a file. Bash is not here: a command line is not a list of files. */
const FILE_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  Read: ["file_path"],
  Write: ["file_path"],
  Edit: ["file_path", "moved_from"],
  MultiEdit: ["file_path"],
  NotebookEdit: ["notebook_path"],
  NotebookRead: ["notebook_path"],
  Grep: ["path"],
  Glob: ["path"],
  LS: ["path"],
};

/** The files that a call names, as the client named them. */
export function filesOf(toolName: string, input: unknown): string[] {
  // Own names only: `constructor` is on every object.
  const names = Object.hasOwn(FILE_ARGUMENTS, toolName) ? FILE_ARGUMENTS[toolName] : undefined;
  if (names === undefined || typeof input !== "object" || input === null) return [];
  const files: string[] = [];
  for (const name of names) {
    const value = (input as Record<string, unknown>)[name];
    if (typeof value === "string" && value !== "") files.push(value);
  }
  // One patch of Codex may change several files.
  const { edits } = input as { edits?: unknown };
  if (toolName === "MultiEdit" && Array.isArray(edits)) {
    for (const edit of edits as unknown[]) files.push(...filesOf("Edit", edit));
  }
  return [...new Set(files)];
}

/** The search for secrets continues a little past the cut, to recognize a secret that the cut splits. */
const REDACTION_MARGIN = 2_000;
/** If redaction made a text much shorter, at most this many more windows of it are read. */
const MOST_WINDOWS = 5;

/**
 * The start of a value without its secrets, at most `limit` characters of text. What the end of the part that was read
 * may have cut through never comes into it: where secrets took up much of the text, more of it is read.
 */
export function redactedStart(
  value: unknown,
  limit: number,
  redact: (start: unknown) => unknown,
): { text: string; isCut: boolean } {
  let window = limit + REDACTION_MARGIN;
  for (let attempt = 1; ; attempt++) {
    const start = startOf(value, window);
    const text = toText(redact(start));
    const isWhole = sizeOf(start) < window - 1;
    if (isWhole || text.length >= limit + REDACTION_MARGIN / 2)
      return { text: cutText(text, limit), isCut: text.length > limit };
    if (attempt === MOST_WINDOWS)
      return { text: cutText(text, Math.max(0, text.length - REDACTION_MARGIN)), isCut: true };
    window *= 2;
  }
}

/** As `startOf` counts. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + sizeOf(item), 0);
  return Object.entries(value).reduce((sum, [name, item]) => sum + name.length + sizeOf(item), 0);
}

/** `path`: what a tool answers about a `.env` file is that file's content, whatever the answer looks like. */
function redactedResponse(value: unknown, redact: Redactor, path: string | undefined): string {
  const clean = (start: unknown) => {
    if (typeof start === "string")
      return path === undefined ? redact.text(start) : redact.text(start, { path });
    // Value by value rather than on the JSON text: there, escapes would hide what spans lines.
    if (path === undefined) return redact.json(start);
    return (redact.json({ path, response: start }) as { response: unknown }).response;
  };
  return redactedStart(value, RESPONSE_LIMIT, clean).text;
}

/** A name of an env or key file has a dot or an underscore in it. */
function secretFileIn(command: string): string | undefined {
  return /[._]/.test(command) ? secretPathIn(command) : undefined;
}

function commandOf(input: unknown): string {
  const command = typeof input === "object" && input !== null && "command" in input ? input.command : "";
  return typeof command === "string" ? command : "";
}

/**
 * As much of a value as its first characters need. A tool may answer with megabytes of which 10,000 characters
 * are kept; the rest is neither searched for secrets nor written as JSON. Still JSON: what is cut are its texts.
 */
export function startOf(value: unknown, characters: number): unknown {
  return copyStart(value, { left: characters });
}

function copyStart(value: unknown, budget: { left: number }): unknown {
  if (typeof value === "string") {
    const text = cutText(value, Math.max(budget.left, 0));
    budget.left -= text.length;
    return text;
  }
  if (typeof value !== "object" || value === null) {
    budget.left -= 1;
    return value;
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (budget.left <= 0) break;
      items.push(copyStart(item, budget));
    }
    return items;
  }
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    if (budget.left <= 0) break;
    // Would set the copy's prototype; the redactor leaves it out too.
    if (name === "__proto__") continue;
    budget.left -= name.length;
    fields[name] = copyStart(field, budget);
  }
  return fields;
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  return JSON.stringify(value) ?? "";
}

function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}
