/**
 * A transcript as records, as far as the compaction bench needs them. Stands in for `src/transcript`; replace
 * `readTranscript` by it once both are in one tree.
 */

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Observation, Prompt, Response } from "../src/memory/records.ts";
import { RESPONSE_LIMIT } from "../src/memory/records.ts";

export interface Compaction {
  /** How much of the history was there when it happened. */
  prompts: number;
  observations: number;
  responses: number;
  summary: string;
}

export interface Transcript {
  project: string;
  prompts: Prompt[];
  observations: Observation[];
  responses: Response[];
  compactions: Compaction[];
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

export function readTranscript(path: string): Transcript {
  const bytes = readFileSync(path);
  const lines = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").split("\n");
  const result: Transcript = { project: "", prompts: [], observations: [], responses: [], compactions: [] };
  const calls = new Map<string, { name: string; input: unknown }>();
  let boundary = false;
  for (const line of lines) {
    const entry = parseLine(line);
    if (entry === undefined || entry.isSidechain === true) continue;
    if (result.project === "") result.project = text(entry.cwd);
    if (entry.subtype === "compact_boundary") boundary = true;
    const message = isObject(entry.message) ? entry.message : {};
    const at = Date.parse(text(entry.timestamp)) || 0;
    const common = { key: text(entry.uuid), sessionId: text(entry.sessionId), at, redaction: 0 };
    if (entry.isCompactSummary === true) {
      if (boundary) {
        const { prompts, observations, responses } = result;
        result.compactions.push({
          prompts: prompts.length,
          observations: observations.length,
          responses: responses.length,
          summary: textOf(message.content),
        });
      }
      boundary = false;
      continue;
    }
    const blocks = Array.isArray(message.content) ? message.content.filter(isObject) : [];
    if (entry.type === "assistant") {
      for (const block of blocks) {
        if (block.type === "tool_use") {
          calls.set(text(block.id), { name: text(block.name), input: block.input });
        } else if (block.type === "text") result.responses.push({ ...common, text: text(block.text) });
      }
    } else if (entry.type === "user" && entry.isMeta !== true) {
      const results = blocks.filter((block) => block.type === "tool_result");
      for (const block of results) {
        const call = calls.get(text(block.tool_use_id));
        if (call === undefined) continue;
        result.observations.push({
          ...common,
          toolName: call.name,
          ok: block.is_error !== true,
          input: JSON.stringify(call.input),
          response: textOf(block.content).slice(0, RESPONSE_LIMIT),
          files: filesOf(call.input),
        });
      }
      const said = textOf(message.content);
      if (results.length === 0 && isTyped(said)) result.prompts.push({ ...common, text: said });
    }
  }
  return result;
}

function parseLine(line: string): Json | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return isObject(entry) ? entry : undefined;
  } catch {
    // A torn line; the client writes some.
    return undefined;
  }
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter(isObject)
    .map((block) => text(block.text))
    .join("\n");
}

/** Typed by a person: no output of a local command, no notice of the client. */
function isTyped(said: string): boolean {
  return (
    said.trim() !== "" &&
    !/^\s*(?:<(?:command-|local-command|task-notification|system)|\[Request interrupted|Caveat:)/.test(said)
  );
}

function filesOf(input: unknown): string[] {
  if (!isObject(input)) return [];
  return [text(input.file_path), text(input.notebook_path)].filter((path) => path !== "");
}
