/**
 * A matcher without an operator means what it means to Claude Code: a list of names, each compared as a whole, or else a
 * regular expression that is found somewhere in the subject. (Read from version 2.1.325 and tried with it.)
 */
import { subjectField } from "../../clients/index.ts";
import { BadRegex, compileRegex } from "../../text/regex.ts";

const NAMES = /^[a-zA-Z0-9_|]+$/;
/** Around tools commas, blanks and hyphens belong to the list too. */
const TOOL_NAMES = /^[a-zA-Z0-9_|, -]+$/;

/** The names that a plain matcher lists; undefined when it is a regular expression. */
export function namesIn(matcher: string, event: string): string[] | undefined {
  const isTool = subjectField(event) === "tool_name";
  if (!(isTool ? TOOL_NAMES : NAMES).test(matcher)) return undefined;
  return matcher
    .split(isTool ? /[|,]/ : "|")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Throws `BadRegex`. */
export function compilePlain(matcher: string): (subject: string, event: string) => boolean {
  const regex = compileSubjectRegex(matcher);
  return (subject, event) => namesIn(matcher, event)?.includes(subject) ?? regex(subject);
}

/** Subjects are short. The client's engine knows lookahead; ours, which cannot run away, does not. */
const LOOKS_AROUND = /\(\?<?[=!]/;
/** Something that repeats inside something that repeats. */
const NESTED_REPEAT = /[*+}]\)*\)[*+{]/;
const MAX_SUBJECT = 200;

function compileSubjectRegex(source: string): (subject: string) => boolean {
  if (!LOOKS_AROUND.test(source) || NESTED_REPEAT.test(source)) return compileRegex(source);
  try {
    const regex = new RegExp(source);
    return (subject) => subject.length > MAX_SUBJECT || regex.test(subject);
  } catch (cause) {
    throw new BadRegex(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
