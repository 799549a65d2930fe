/**
 * The conditions of matchers. Grammar, loosest first:
 *   or      = and { "||" and }
 *   and     = not { "&&" not }
 *   not     = "!" not | compare
 *   compare = operand [ ("==" | "!=") operand | ("matches" | "contains" | "startsWith") text | "=~" /regex/ | "in" list ]
 *   operand = path | literal | "(" or ")"
 */
export type Literal = string | number | boolean | null;

export type Node =
  | { kind: "or" | "and"; left: Node; right: Node }
  | { kind: "not"; operand: Node }
  | { kind: "equal"; left: Node; right: Node; negated: boolean }
  | { kind: "glob"; subject: Node; pattern: string; at: number }
  | { kind: "regex"; subject: Node; source: string; flags: string; at: number }
  | { kind: "in"; subject: Node; values: Literal[] }
  | { kind: "path"; segments: string[] }
  | { kind: "literal"; value: Literal };

/** A matcher that cannot be parsed. The message shows the text with a caret under the problem. */
export class MatcherError extends Error {
  override readonly name = "MatcherError";

  constructor(
    readonly problem: string,
    readonly text: string,
    /** Offset in `text`, in UTF-16 units. */
    readonly at: number,
  ) {
    const start = text.lastIndexOf("\n", at - 1) + 1;
    const [line = ""] = text.slice(start).split("\n");
    super(`${problem}\n  ${line}\n  ${" ".repeat(at - start)}^`);
  }
}

/** Throws `MatcherError`. */
export function parseExpression(text: string): Node {
  const parser = new Parser(text);
  const node = parser.or(0);
  parser.end();
  return node;
}

/** The node and everything inside it. */
export function nodesIn(node: Node): Node[] {
  if (node.kind === "path" || node.kind === "literal") return [node];
  const inner =
    "left" in node ? [node.left, node.right] : [node.kind === "not" ? node.operand : node.subject];
  return [node, ...inner.flatMap(nodesIn)];
}

/** The two sides of a comparison: `"Bash" == tool` has the subject `tool`. */
export function sidesOf({ left, right }: Extract<Node, { kind: "equal" }>): [subject: Node, other: Node] {
  return left.kind === "literal" ? [right, left] : [left, right];
}

/** Only a value's own fields count, so `constructor` is absent like any other name. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  const own = (here: unknown, name: PropertyKey) =>
    typeof here === "object" && here !== null && Object.hasOwn(here, name)
      ? (here as Record<PropertyKey, unknown>)[name]
      : undefined;
  return path.reduce(own, value);
}

const SPACE = /\s*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?![\w.])/y;
const PATH = /[A-Za-z_$][\w$-]*(?:\.[\w$-]+|\[\d+\])*/y;
const TEXT = /"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'/y;
const REGEX = /\/((?:[^\\/[]|\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\])*)\/([A-Za-z]*)/y;
/** Anything longer is a field. */
const WORD_END = String.raw`(?![\w$-]|\.[\w$-]|\[\d+\])`;
const keyword = (words: string) => new RegExp(`(?:${words})${WORD_END}`, "y");
const MATCHES = keyword("matches");
const CONTAINS = keyword("contains");
const STARTS_WITH = keyword("startsWith");
const IN = keyword("in");
const KEYWORD = keyword("matches|contains|startsWith|in");
const CONSTANTS: Readonly<Record<string, Literal>> = { true: true, false: false, null: null };
const SIGNS: Readonly<Record<string, string>> = { and: "&&", or: "||", not: "!" };
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
/** Deep enough for people, and safe for the stack. */
const MAX_DEPTH = 100;

class Parser {
  private at = 0;

  constructor(private readonly text: string) {}

  or(depth: number): Node {
    let left = this.and(depth);
    while (this.accept(/\|\|/y)) left = { kind: "or", left, right: this.and(depth) };
    return left;
  }

  end(): void {
    this.take(SPACE);
    if (this.at === this.text.length) return;
    const word = this.peek(/\w+/y)?.[0] ?? "";
    const sign = SIGNS[word.toLowerCase()];
    throw this.error(sign === undefined ? "Expected &&, || or the end" : `Write ${sign} for ${word}`);
  }

  private and(depth: number): Node {
    let left = this.not(depth);
    while (this.accept(/&&/y)) left = { kind: "and", left, right: this.not(depth) };
    return left;
  }

  private not(depth: number): Node {
    if (depth > MAX_DEPTH) throw this.error("The expression is nested too deeply");
    return this.accept(/!(?!=)/y) ? { kind: "not", operand: this.not(depth + 1) } : this.compare(depth);
  }

  private compare(depth: number): Node {
    const left = this.operand(depth);
    if (this.accept(/==/y)) return { kind: "equal", left, right: this.operand(depth), negated: false };
    if (this.accept(/!=/y)) return { kind: "equal", left, right: this.operand(depth), negated: true };
    if (this.accept(MATCHES)) {
      const { value, at } = this.textAfter('Expected a pattern in quotes after matches, like "*.ts"');
      return { kind: "glob", subject: left, pattern: value, at };
    }
    if (this.accept(CONTAINS)) return this.exactText(left, "");
    if (this.accept(STARTS_WITH)) return this.exactText(left, "^");
    if (this.accept(/=~/y)) {
      const found = this.take(REGEX);
      if (found === undefined) throw this.error("Expected a regular expression after =~, like /^git /", true);
      const [whole, source = "", flags = ""] = found;
      return { kind: "regex", subject: left, source, flags, at: this.at - whole.length };
    }
    if (this.accept(IN)) return { kind: "in", subject: left, values: this.list() };
    return left;
  }

  /** A regular expression that matches exactly this text. */
  private exactText(subject: Node, before: string): Node {
    const { value, at } = this.textAfter('Expected a text in quotes, like "git push"');
    const source = value.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return { kind: "regex", subject, source: `${before}${source}`, flags: "", at };
  }

  private textAfter(expected: string): { value: string; at: number } {
    const found = this.take(TEXT);
    if (found === undefined) throw this.error(expected);
    return { value: toText(found), at: this.at - found[0].length };
  }

  private operand(depth: number): Node {
    if (this.accept(/\(/y)) {
      const inner = this.or(depth + 1);
      if (!this.accept(/\)/y)) throw this.error("Expected )");
      return inner;
    }
    const value = this.literal();
    if (value !== undefined) return { kind: "literal", value };
    const path = this.peek(KEYWORD) === undefined ? this.take(PATH)?.[0] : undefined;
    if (path === undefined) throw this.error("Expected a field, a value or (");
    return { kind: "path", segments: path.split(/[.[\]]+/).filter((part) => part !== "") };
  }

  private list(): Literal[] {
    if (!this.accept(/\[/y)) throw this.error('Expected a list after in, like ["Edit", "Write"]');
    const values: Literal[] = [];
    while (!this.accept(/\]/y)) {
      const value = this.literal();
      const word = value === undefined ? this.peek(PATH)?.[0] : undefined;
      if (word !== undefined) throw this.error(`A text needs quotes: "${word}"`);
      if (value === undefined) throw this.error("Expected a value or ]");
      values.push(value);
      if (!this.accept(/,/y) && this.peek(/\]/y) === undefined) throw this.error("Expected , or ]");
    }
    return values;
  }

  private literal(): Literal | undefined {
    const text = this.take(TEXT);
    if (text !== undefined) return toText(text);
    const number = this.take(NUMBER)?.[0];
    if (number !== undefined) return Number(number);
    const word = this.peek(PATH)?.[0] ?? "";
    if (!Object.hasOwn(CONSTANTS, word)) return undefined;
    this.at += word.length;
    return CONSTANTS[word];
  }

  private accept(sign: RegExp): boolean {
    return this.take(sign) !== undefined;
  }

  private take(pattern: RegExp): RegExpExecArray | undefined {
    const found = this.peek(pattern);
    if (found !== undefined) this.at += found[0].length;
    return found;
  }

  private peek(pattern: RegExp): RegExpExecArray | undefined {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.text)?.[0].length ?? 0;
    pattern.lastIndex = this.at;
    return pattern.exec(this.text) ?? undefined;
  }

  /** The actual text may explain more than the expected one. */
  private error(expected: string, mayBeRegex = false): MatcherError {
    const rest = this.text.slice(this.at);
    return new MatcherError(oddStart(rest, mayBeRegex) ?? expected, this.text, this.at);
  }
}

function oddStart(rest: string, mayBeRegex: boolean): string | undefined {
  const [first = ""] = rest;
  if (/^=(?![=~])/.test(rest)) return "One = is not an operator; write == to compare";
  if (/^(?:&(?!&)|\|(?!\|))/.test(rest)) return `One ${first} is not an operator; write ${first}${first}`;
  if (first === "/")
    return mayBeRegex ? "The regular expression has no closing /" : "A regular expression needs =~ before it";
  TEXT.lastIndex = 0;
  if (/["']/.test(first) && !TEXT.test(rest)) return `The text has no closing ${first}`;
  return /^[^\w$"'!()[\],=&|-]/.test(rest) ? `${JSON.stringify(first)} does not belong here` : undefined;
}

/** Only quotes, backslashes and the usual three are escapes: "C:\work\*.ts" and "\d" stay as written. */
function toText([written, double, single]: RegExpExecArray): string {
  const quote = written.charAt(0);
  return (double ?? single ?? "").replace(/\\([\s\S])/g, (whole, sign: string) =>
    sign === quote || sign === "\\" ? sign : (ESCAPES[sign] ?? whole),
  );
}
