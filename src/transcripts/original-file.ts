/**
 * The answer to an edit holds the whole file as it was before: a quarter of all bytes of a machine's transcripts,
 * and what lies behind the first characters of an answer is never kept. So it need not be parsed either.
 */
import { REDACTION_MARGIN } from "../memory/records/observation.ts";
import { RESPONSE_LIMIT } from "../memory/records/records.ts";
import { tryParse } from "./try-parse.ts";

/** Written as the client writes it: these quotes would be escaped inside of a text. */
const FILE = '"originalFile":"';
const BEHIND_FILE = '","structuredPatch":';
const USER = /"type":"user","message":\{/;
const HEAD_LENGTH = 600;
/** Where a torn line is followed by a whole one, the two must not become one. */
const LINE_START = '{"parentUuid":';

/** What is looked at of an answer, and how much of the JSON that is in most source code, escapes included. */
const LOOKED_AT = RESPONSE_LIMIT + REDACTION_MARGIN;
const KEPT = LOOKED_AT * 1.25;
/** Less is not worth the search. */
const LEAST_CUT = 2_000;
/** Behind what is kept, so that it can be told whether the cut is where it was meant to be. */
const CUT = "[cut by pawl]";

/** The line's value with the file cut; undefined where there is nothing to cut, or it cannot be cut surely. */
export function parseWithoutFile(line: string): unknown {
  if (line.length < KEPT + LEAST_CUT) return undefined;
  const file = line.indexOf(FILE);
  if (file < 0 || !USER.test(line.slice(0, HEAD_LENGTH))) return undefined;
  const from = outsideEscapes(line, file + FILE.length + KEPT);
  const to = line.indexOf(BEHIND_FILE, from);
  if (to - from < LEAST_CUT) return undefined;
  const next = line.indexOf(LINE_START, from);
  if (next >= 0 && next < to) return undefined;
  const value = tryParse(line.slice(0, from) + CUT + line.slice(to));
  return isCutInAnswer(value) ? value : undefined;
}

/** A place at or a little before `at` that no escape reaches (`\u001b` is the longest). */
function outsideEscapes(line: string, at: number): number {
  for (let place = at; place > at - SOUGHT; place--) {
    if (!line.slice(place - LONGEST_ESCAPE, place).includes("\\")) return place;
  }
  return at;
}

const LONGEST_ESCAPE = 6;
const SOUGHT = 500;

/** Whether what was cut is the answer's file, with all that is looked at of it in front. */
function isCutInAnswer(value: unknown): boolean {
  const answer = fieldOf(value, "toolUseResult");
  const file = fieldOf(answer, "originalFile");
  return typeof file === "string" && file.length >= LOOKED_AT + CUT.length && file.endsWith(CUT);
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
