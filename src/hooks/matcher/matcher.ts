/**
 * When does a hook apply? Empty or `*`: always. With an operator: an expression over the hook's input. Otherwise: a
 * regular expression that must match the event's subject (tool, source, trigger, agent type, …) as a whole.
 */
import { subjectField, subjectOf } from "../../protocol/index.ts";
import { BadGlob, compileGlob, type TextTest } from "./glob.ts";
import { type Literal, type Node, parseExpression } from "./parser.ts";
import { BadRegex, compileRegex } from "./regex.ts";
import { MatcherError } from "./syntax-error.ts";

export { MatcherError };

type RawInput = Readonly<Record<string, unknown>>;
export type Predicate = (input: RawInput) => boolean;

const MAX_MATCHER = 4000;
const OPERATOR = /==|!=|=~|&&|\|\||\s(?:matches|in)\s|^\s*!|^\s*\(?\s*[\w.]+\s+matches\b/;

export function isExpression(text: string): boolean {
  return OPERATOR.test(text);
}

/** Throws `MatcherError`. */
export function compileMatcher(text: string): Predicate {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "*") return () => true;
  if (text.length > MAX_MATCHER) {
    throw new MatcherError(`A matcher may have at most ${MAX_MATCHER} characters`, text.slice(0, 60), 0);
  }
  if (isExpression(text)) {
    const value = toValue(parseExpression(text), text);
    return (input) => isTrue(value(input));
  }
  const test = guard(text, 0, () => compileRegex(trimmed, "", true));
  return (input) => {
    const subject = subjectOf(input);
    // An event without a subject (Stop, UserPromptSubmit) is not filtered, as in the client.
    if (subject === undefined) return subjectField(String(input.hook_event_name)) === undefined;
    return test(subject);
  };
}

type Value = (input: RawInput) => unknown;

function toValue(node: Node, text: string): Value {
  switch (node.kind) {
    case "literal":
      return () => node.value;
    case "path":
      return toLookup(node.segments);
    case "not": {
      const operand = toValue(node.operand, text);
      return (input) => !isTrue(operand(input));
    }
    case "and": {
      const [left, right] = [toValue(node.left, text), toValue(node.right, text)];
      return (input) => isTrue(left(input)) && isTrue(right(input));
    }
    case "or": {
      const [left, right] = [toValue(node.left, text), toValue(node.right, text)];
      return (input) => isTrue(left(input)) || isTrue(right(input));
    }
    case "equal": {
      const [left, right] = [toValue(node.left, text), toValue(node.right, text)];
      return (input) => isEqual(left(input), right(input)) !== node.negated;
    }
    case "in": {
      const subject = toValue(node.subject, text);
      return (input) => node.values.some((value: Literal) => isEqual(subject(input), value));
    }
    case "glob":
      return toTextTest(
        toValue(node.subject, text),
        guard(text, node.at, () => compileGlob(node.pattern)),
      );
    case "regex":
      return toTextTest(
        toValue(node.subject, text),
        guard(text, node.at, () => compileRegex(node.source, node.flags)),
      );
  }
}

function toTextTest(subject: Value, test: TextTest): Value {
  return (input) => {
    const value = subject(input);
    return typeof value === "string" && test(value);
  };
}

/** `tool` is short for `tool_name`. Only a value's own fields count, so `constructor` is as absent as any other name. */
function toLookup(segments: readonly string[]): Value {
  const [head, ...rest] = segments;
  const path = head === "tool" && rest.length === 0 ? ["tool_name"] : segments;
  return (input) => {
    let value: unknown = input;
    for (const segment of path) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
      value = (value as Record<string, unknown>)[segment];
    }
    return value;
  };
}

/** What is absent equals nothing, not even another absent field. */
function isEqual(left: unknown, right: unknown): boolean {
  return left !== undefined && left === right;
}

/** A field alone asks whether it is there and says yes: `stop_hook_active`, `!agent_id`. */
function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== "" && value !== 0;
}

function guard<T>(text: string, at: number, compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    if (error instanceof BadGlob || error instanceof BadRegex) {
      throw new MatcherError(error.message, text, at);
    }
    throw error;
  }
}
