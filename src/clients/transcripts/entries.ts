/** Converts lines to entries. Never throws: unreadable lines are counted and reported. */

import { readTranscriptEntry, type TranscriptEntry } from "../claude-code/transcript.ts";
import { tryParse } from "../fields.ts";
import type { Turn } from "./to-records.ts";

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
  const values = parseLine(line);
  if (values.length === 0) counts.unreadable++;
  return values.map((value) => {
    const entry = readTranscriptEntry(value, sessionId);
    if (entry.kind === "noise" && entry.isForeign) counts.unreadable++;
    if (entry.kind === "unknown") counts.unknown[entry.type] = (counts.unknown[entry.type] ?? 0) + 1;
    return entry;
  });
}

/** True if an unterminated last line is in fact complete, because no prefix of a JSON object is itself an object. */
export function isWhole(line: string): boolean {
  return line.startsWith("{") && line.endsWith("}") && tryParse(line) !== undefined;
}

/**
 * The values of a line: one, or what can be saved of a damaged one. Seen in practice: two objects on one line, because a
 * client was killed between a line and its line break, and runs of NUL after a power failure.
 */
export function parseLine(line: string): unknown[] {
  const value = tryParse(line);
  if (value !== undefined) return [value];
  const parts = line.replaceAll("\0", "").trim().split(LINE_START);
  return parts.map(tryParse).filter((part) => part !== undefined);
}

/** The start of every message; inside of one the quotes would be escaped. */
const LINE_START = /(?=\{"(?:parentUuid|logicalParentUuid|timestamp)":)/;

/** The entries of one line, usually one. Never throws: what cannot be read is counted. */
export type ReadLine = (line: string, counts: LineCounts) => TranscriptEntry[];

export interface LineContext {
  path: string;
  /** For lines without a session id. */
  sessionId: string;
  /** Set when reading resumes: the turns that were open at that offset. */
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
