/** One line that tells a person what a record is. */

import type { Observation } from "../store/records/records.ts";
import { inputField } from "./input-text.ts";

const TITLE_LIMIT = 120;

/** First line that has something in it, spaces tidied, cut to a title's length. */
export function toFirstLine(text: string): string {
  // The rest of a long text is not looked at: a title is at its beginning or nowhere.
  for (const line of text.slice(0, 4_000).split(/[\r\n\u2028\u2029]+/u)) {
    const tidy = line.replace(/[\s\p{Cc}]+/gu, " ").trim();
    if (tidy !== "") return toCut(tidy, TITLE_LIMIT);
  }
  return "";
}

/** `Edit src/x.ts`, `Bash: npm test`, `Grep: parseHook`; the tool alone when its input says nothing. */
export function toObservationTitle(of: Pick<Observation, "toolName" | "input" | "files">): string {
  const command = inputField(of.input, "command");
  if (command !== undefined) return toCut(`${of.toolName}: ${toFirstLine(command)}`, TITLE_LIMIT);
  const [file, ...more] = of.files;
  if (file !== undefined) {
    const others = more.length === 0 ? "" : ` (+${more.length})`;
    return `${of.toolName} ${toCut(file, TITLE_LIMIT)}${others}`;
  }
  for (const field of ["pattern", "query", "url", "description", "prompt", "subject", "skill", "path"]) {
    const value = inputField(of.input, field);
    if (value !== undefined) return toCut(`${of.toolName}: ${toFirstLine(value)}`, TITLE_LIMIT);
  }
  return of.toolName;
}

/** At most `limit` characters, the last one an ellipsis where something is missing; no character is cut in two. */
export function toCut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = limit - 1;
  const code = text.charCodeAt(end - 1);
  const insidePair = code >= 0xd800 && code <= 0xdbff;
  return `${text.slice(0, insidePair ? end - 1 : end)}…`;
}
