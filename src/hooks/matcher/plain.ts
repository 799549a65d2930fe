/**
 * A matcher without an operator has Claude Code's meaning: a list of complete names, or else a regular expression searched in
 * the subject. (Read from version 2.1.325 and tested with it.)
 */
import { subjectField } from "../../clients/index.ts";
import { BadRegex, compileRegex } from "../../text/regex.ts";

const NAMES = /^[a-zA-Z0-9_|]+$/;
/** For tools, commas, spaces and hyphens are part of the list syntax too. */
const TOOL_NAMES = /^[a-zA-Z0-9_|, -]+$/;

/** The names in a plain matcher; undefined for a regular expression. */
export function namesInMatcher(matcher: string, event: string): string[] | undefined {
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
  return (subject, event) => namesInMatcher(matcher, event)?.includes(subject) ?? regex(subject);
}

/** Subjects are short; longer ones match. The client's engine supports lookahead; ours, which always terminates, does not. */
const LOOKS_AROUND = /\(\?<?[=!]/;
/** A repetition inside a repetition. */
const NESTED_REPEAT = /[*+}]\)*\)[*+{]/;

function compileSubjectRegex(source: string): (subject: string) => boolean {
  if (!LOOKS_AROUND.test(source) || NESTED_REPEAT.test(source)) return compileRegex(source);
  try {
    const regex = new RegExp(source);
    return (subject) => subject.length > 200 || regex.test(subject);
  } catch (cause) {
    throw new BadRegex(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
