/**
 * Decides when a hook applies. Empty or `*`: always. With an operator: an expression over the hook's input. Otherwise the
 * client's own meaning: names, or a regular expression, for the event's subject (tool, source, trigger, agent type, …).
 */
import { DEFAULT_CLIENT, subjectField, subjectsOf } from "../../clients/index.ts";
import { BadRegex, compileRegex } from "../../text/regex.ts";
import { compilePathGlob, type NamedFile, namesOf, type PathTest } from "../paths/spellings.ts";
import { callOf } from "./call.ts";
import { type Literal, MatcherError, type Node, parseExpression, sidesOf, valueAt } from "./expression.ts";
import { BadGlob, compileGlob, type TextTest } from "./glob.ts";
import { compilePlain, namesInMatcher } from "./plain.ts";

export { MatcherError };

export type RawInput = Readonly<Record<string, unknown>>;

/** The location of the event. */
export interface MatchPlace {
  /** Base of relative globs. The default is the event's own folder. */
  projectDir?: string | undefined;
}

export type Predicate = (input: RawInput, place?: MatchPlace) => boolean;

interface MatcherOptions {
  /**
   * The matcher of a gate. In doubt it matches: it finds a file under every tool and name, reads a command as the shell
   * would, and treats anything that it cannot judge as a match.
   */
  gate?: boolean;
}

const MAX_MATCHER = 4000;
const OPERATOR = /==|!=|=~|&&|\|\||\s(?:matches|contains|startsWith|in)\s|^\s*!|^\s*\(?\s*[\w.]+\s+matches\b/;

export function isCondition(text: string): boolean {
  return OPERATOR.test(text);
}

/** Throws `MatcherError`. */
export function compileMatcher(text: string, { gate = false }: MatcherOptions = {}): Predicate {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "*") return () => true;
  if (text.length > MAX_MATCHER) {
    throw new MatcherError(`A matcher may have at most ${MAX_MATCHER} characters`, text.slice(0, 60), 0);
  }
  if (isCondition(text)) {
    const value = toValue(parseExpression(text), { text, gate, negated: false });
    return (input, place = {}) => isTrue(value(input, place));
  }
  const test = guard(text, 0, () => compilePlain(trimmed));
  return (input) => {
    const subjects = subjectsOf(input);
    // An event without a subject (Stop, UserPromptSubmit) is not filtered, as in the client.
    if (subjects.length === 0) return subjectField(input.hook_event_name) === undefined;
    return subjects.some((subject) => test(subject, String(input.hook_event_name)));
  };
}

type Value = (input: RawInput, place: MatchPlace) => unknown;

interface Compilation {
  text: string;
  gate: boolean;
  /** Inside a `!`, anything uncertain must be false, so that the whole condition is true. */
  negated: boolean;
}

function toValue(node: Node, compilation: Compilation): Value {
  const { text, negated } = compilation;
  switch (node.kind) {
    case "literal":
      return () => node.value;
    case "path":
      return toLookup(node.segments);
    case "not": {
      const operand = toValue(node.operand, { ...compilation, negated: !negated });
      return (input, place) => !isTrue(operand(input, place));
    }
    case "and": {
      const [left, right] = [toValue(node.left, compilation), toValue(node.right, compilation)];
      return (input, place) => isTrue(left(input, place)) && isTrue(right(input, place));
    }
    case "or": {
      const [left, right] = [toValue(node.left, compilation), toValue(node.right, compilation)];
      return (input, place) => isTrue(left(input, place)) || isTrue(right(input, place));
    }
    case "equal":
      return toEqual(node, compilation);
    case "in": {
      const subject = toValue(node.subject, compilation);
      return (input, place) => node.values.some((value: Literal) => isEqual(subject(input, place), value));
    }
    case "glob":
      return guard(text, node.at, () =>
        isPathField(node.subject)
          ? toPathCondition({ kind: "glob", pattern: node.pattern }, node.subject, compilation)
          : toTextTest(node.subject, compileGlob(node.pattern), compilation),
      );
    case "regex": {
      const test = guard(text, node.at, () => compileRegex(node.source, node.flags, { doubt: !negated }));
      return isPathField(node.subject)
        ? toPathCondition({ kind: "text", test }, node.subject, compilation)
        : toTextTest(node.subject, test, compilation);
    }
  }
}

/** In a gate, files and commands are compared by meaning; everything else by value. */
function toEqual(node: Extract<Node, { kind: "equal" }>, compilation: Compilation): Value {
  const { gate, negated } = compilation;
  const [subject, other] = sidesOf(node);
  if (gate && other.kind === "literal" && typeof other.value === "string") {
    const { value: wanted } = other;
    const inner = { ...compilation, negated: negated !== node.negated };
    const same: PathCondition | undefined = isPathField(subject) ? { kind: "file", path: wanted } : undefined;
    const test =
      same !== undefined
        ? toPathCondition(same, subject, inner)
        : isCommand(subject)
          ? toTextTest(subject, (text) => text === wanted, inner)
          : undefined;
    if (test !== undefined) return (input, place) => isTrue(test(input, place)) !== node.negated;
  }
  const [left, right] = [toValue(node.left, compilation), toValue(node.right, compilation)];
  return (input, place) => isEqual(left(input, place), right(input, place)) !== node.negated;
}

function toTextTest(node: Node, test: TextTest, compilation: Compilation): Value {
  const subject = toValue(node, compilation);
  const { gate, negated } = compilation;
  if (!gate || !isCommand(node)) {
    return (input, place) => {
      const value = subject(input, place);
      return typeof value === "string" && test(value);
    };
  }
  return (input, place) => {
    const command = subject(input, place);
    if (typeof command !== "string") return false;
    const { texts, isOpaque } = callOf(input, place.projectDir).texts();
    // A condition that allows a call must match the text as written, and nothing hidden in it.
    if (negated) return !isOpaque && test(command);
    return isOpaque || texts.some(test);
  };
}

type PathCondition =
  | { kind: "glob"; pattern: string }
  | { kind: "text"; test: TextTest }
  | { kind: "file"; path: string };

const FIELD = /^(?:tool_input\.(?:file_path|notebook_path|path)|file_path)$/;

function isPathField(node: Node): boolean {
  return node.kind === "path" && FIELD.test(node.segments.join("."));
}

/** A condition on the files of a call: `tool_input.file_path matches "src/**"`. Throws `BadGlob`. */
function toPathCondition(condition: PathCondition, field: Node, { gate, negated }: Compilation): Value {
  const test = toTest(condition);
  const segments = field.kind === "path" ? field.segments : [];
  return (input, { projectDir }) => {
    const call = callOf(input, projectDir);
    const path = valueAt(input, segments);
    const own = typeof path === "string" ? [call.file(path)] : [];
    if (!gate) return own.some(test.some);
    const { files: others, hasUnknown } = call.files();
    const files = [...own, ...others];
    // "Only inside src": every file of the call must really be there.
    if (negated) return !hasUnknown && files.length > 0 && files.every(test.really);
    return hasUnknown || files.some(test.some);
  };
}

function toTest(condition: PathCondition): PathTest {
  if (condition.kind === "glob") return compilePathGlob(condition.pattern);
  if (condition.kind === "file") return compilePathGlob(condition.path.replace(/[*?[\]{}\\!]/g, "\\$&"));
  const { test } = condition;
  const really = (file: NamedFile) => namesOf(file).real.some(test);
  return { some: (file) => test(file.path) || namesOf(file).written.some(test) || really(file), really };
}

function isCommand(node: Node): boolean {
  return node.kind === "path" && node.segments.join(".") === "tool_input.command";
}

/** `tool` is short for `tool_name`; `client` is Claude Code unless the input names another. */
function toLookup(segments: readonly string[]): Value {
  const [head, ...rest] = segments;
  if (head === "client" && rest.length === 0) return ({ client }) => client ?? DEFAULT_CLIENT;
  const path = head === "tool" && rest.length === 0 ? ["tool_name"] : segments;
  return (input) => valueAt(input, path);
}

/** An absent field equals nothing, not even another absent field. */
function isEqual(left: unknown, right: unknown): boolean {
  return left !== undefined && left === right;
}

/** A field alone is true if it is present and truthy: `stop_hook_active`, `!agent_id`. */
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

/** The tools that a matcher can apply to, so that others need not be sent the slower way. Undefined means any tool. The matcher must be one that compiles. */
export function toolsNamed(matcher: string): readonly string[] | undefined {
  const text = matcher.trim();
  if (isCondition(matcher)) return namedIn(parseExpression(matcher));
  return text === "" ? undefined : namesInMatcher(text, "PreToolUse");
}

function namedIn(node: Node): readonly string[] | undefined {
  if (node.kind === "and" || node.kind === "or") {
    const [left, right] = [namedIn(node.left), namedIn(node.right)];
    if (left === undefined || right === undefined) return node.kind === "and" ? (left ?? right) : undefined;
    return node.kind === "or" ? [...left, ...right] : left.filter((name) => right.includes(name));
  }
  if (node.kind === "in" && isTool(node.subject))
    return node.values.filter((value) => typeof value === "string");
  if (node.kind !== "equal" || node.negated) return undefined;
  const [subject, other] = sidesOf(node);
  const isOne = isTool(subject) && other.kind === "literal" && typeof other.value === "string";
  return isOne ? [String(other.value)] : undefined;
}

const isTool = (node: Node): boolean =>
  node.kind === "path" && /^tool(?:_name)?$/.test(node.segments.join("."));
