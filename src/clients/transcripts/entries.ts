/** Converts lines to entries. Never throws: unreadable lines are counted and reported. */

import { readTranscriptEntry, type TranscriptEntry } from "../claude-code/transcript.ts";
import { tryParse } from "../fields.ts";
import { parseWithoutFile } from "./original-file.ts";
import { parseWithoutCopy } from "./result-copy.ts";
import type { Turn } from "./turns.ts";

export interface LineCounts {
  lines: number;
  /** Not JSON, too long, or not a line of the client. */
  unreadable: number;
  /** Lines of types that this version does not know, by type. */
  unknown: Record<string, number>;
}

export function createCounts(): LineCounts {
  // Without a prototype: a line's type may be `constructor`.
  return { lines: 0, unreadable: 0, unknown: Object.create(null) };
}

/** The entries of one line, usually one. */
export function readEntries(line: string, sessionId: string, counts: LineCounts): TranscriptEntry[] {
  counts.lines++;
  if (isPassedOver(line)) return [];
  const values = parseLine(line);
  if (values.length === 0) counts.unreadable++;
  return values.map((value) => {
    const entry = readTranscriptEntry(value, sessionId);
    if (entry.kind === "noise" && entry.isForeign) counts.unreadable++;
    if (entry.kind === "unknown") counts.unknown[entry.type] = (counts.unknown[entry.type] ?? 0) + 1;
    return entry;
  });
}

/** Whether an unfinished last line is in fact complete: no part of an object is itself an object. */
export function isWhole(line: string): boolean {
  return line.startsWith("{") && line.endsWith("}") && tryParse(line) !== undefined;
}

const PASSED_OVER_START =
  /^\{"type":"(?:file-history-snapshot|api-request|api-request-blob|api-request-shape)"/;
const PASSED_OVER_PROGRESS = /"type":"progress","data":\{"type":"(?:bash|hook|mcp)_progress"/;
const HEAD_LENGTH = 600;

/**
 * Bookkeeping lines that are recognized without parsing: half the bytes of a newer transcript. Inside a text the
 * quotes would be escaped, and a message starts with `message`, so no conversation line looks like this.
 */
function isPassedOver(line: string): boolean {
  if (line.startsWith('{"type":"')) return PASSED_OVER_START.test(line);
  const head = line.slice(0, HEAD_LENGTH);
  return PASSED_OVER_PROGRESS.test(head) && !head.includes('"message":{');
}

/** The values of a line: one, or what can be saved of a damaged one. */
export function parseLine(line: string): unknown[] {
  const shortened = parseWithoutFile(line) ?? parseWithoutCopy(line);
  if (shortened !== undefined) return [shortened];
  const value = tryParse(line);
  return value === undefined ? parseDamaged(line) : [value];
}

/**
 * Seen in practice: two objects on one line, because a client was killed between a line and its line break; and
 * runs of NUL after a power failure. Complete objects are kept, the rest is lost.
 */
function parseDamaged(line: string): unknown[] {
  const clean = line.replaceAll("\0", "").trim();
  const values: unknown[] = [];
  let rest = clean;
  while (rest !== "") {
    const length = objectLength(rest);
    if (length === 0) {
      // A partial object followed by a complete one: continue at what looks like the start of the next line.
      const next = rest.slice(1).search(LINE_START);
      rest = next < 0 ? "" : rest.slice(next + 1);
      continue;
    }
    const value = tryParse(rest.slice(0, length));
    if (value !== undefined) values.push(value);
    rest = rest.slice(length).trimStart();
  }
  return values;
}

/** The start of every message; it occurs nowhere inside one. */
const LINE_START = /\{"(?:parentUuid|logicalParentUuid)":/;

/** The length of the object at the start of the text; 0 if there is none, or it does not end. */
function objectLength(text: string): number {
  if (!text.startsWith("{")) return 0;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === "\\") i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === "{") depth++;
    else if (c === "}" && --depth === 0) return i + 1;
  }
  return 0;
}

/** The entries of one line, usually one. Never throws: what cannot be read is counted. */
export type ReadLine = (line: string, counts: LineCounts) => TranscriptEntry[];

export interface LineContext {
  path: string;
  /** For lines without a session id. */
  sessionId: string;
  /** Set where reading goes on: the turns that were open there. */
  turns?: readonly Turn[] | undefined;
}

export interface FoundTranscript {
  path: string;
  size: number;
  mtimeMs: number;
}

/** Another one than before: the file has changed. */
export interface FileState extends Omit<FoundTranscript, "path"> {
  dev: number;
  ino: number;
}
