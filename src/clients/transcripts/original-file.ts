/**
 * The output of an edit contains the whole file as it was before: a quarter of all bytes of a machine's
 * transcripts. Only the first characters of an output are kept, so the rest need not be parsed.
 */
import { REDACTION_MARGIN } from "../../store/records/observation.ts";
import { RESPONSE_LIMIT } from "../../store/records/records.ts";
import { tryParse } from "../fields.ts";

/** In the client's exact format: inside a text these quotes would be escaped. */
const FILE = '"originalFile":"';
const BEHIND_FILE = '","structuredPatch":';
const USER = /"type":"user","message":\{/;
const HEAD_LENGTH = 600;
/** If a partial line is followed by a complete one, the two must not be merged. */
const LINE_START = '{"parentUuid":';

/** How much of an output is used, and how much JSON that is for most source code, escapes included. */
const LOOKED_AT = RESPONSE_LIMIT + REDACTION_MARGIN;
const KEPT = LOOKED_AT * 1.25;
/** Shorter lines are not worth the search. */
const LEAST_CUT = 2_000;
/** A marker after the kept part, to verify that the cut is at the intended place. */
const CUT = "[cut by pawl]";

/**
 * The parsed line without the rest of the file; undefined if there is nothing to cut, or it cannot be cut safely.
 */
export function parseWithoutFile(line: string): unknown {
  if (line.length < KEPT + LEAST_CUT) return undefined;
  const file = line.indexOf(FILE);
  if (file < 0 || !USER.test(line.slice(0, HEAD_LENGTH))) return undefined;
  const from = outsideEscapes(line, file + FILE.length + KEPT);
  const to = line.indexOf(BEHIND_FILE, from);
  if (to - from < LEAST_CUT) return undefined;
  if (line.slice(from, to).includes(LINE_START)) return undefined;
  const value = tryParse(line.slice(0, from) + CUT + line.slice(to));
  return isCutInAnswer(value) ? value : undefined;
}

/** A position at or shortly before `at` that is not inside an escape (`\u001b` is the longest). */
function outsideEscapes(line: string, at: number): number {
  for (let place = at; place > at - SOUGHT; place--) {
    if (!line.slice(place - LONGEST_ESCAPE, place).includes("\\")) return place;
  }
  return at;
}

const LONGEST_ESCAPE = 6;
const SOUGHT = 500;

/** Whether the cut part is the output's file, and everything before it is complete. */
function isCutInAnswer(value: unknown): boolean {
  const answer = fieldOf(value, "toolUseResult");
  const file = fieldOf(answer, "originalFile");
  return typeof file === "string" && file.length >= LOOKED_AT + CUT.length && file.endsWith(CUT);
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
