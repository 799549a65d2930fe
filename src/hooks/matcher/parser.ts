/**
 * Grammar, loosest first:
 *   or      = and { "||" and }
 *   and     = not { "&&" not }
 *   not     = "!" not | compare
 *   compare = operand [ ("==" | "!=") operand | "matches" text | "=~" /regex/ | "in" "[" literals "]" ]
 *   operand = path | literal | "(" or ")"
 */
import { MatcherError, type Operator, type Token, tokenize } from "./tokens.ts";

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

const SIGNS: Readonly<Record<string, string>> = { and: "&&", or: "||", not: "!" };

/** Deep enough for people, shallow enough for the stack. */
const MAX_DEPTH = 100;

export function parseExpression(text: string): Node {
  const parser = new Parser(text, tokenize(text));
  const node = parser.or(0);
  parser.end();
  return node;
}

class Parser {
  private position = 0;

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
  ) {}

  or(depth: number): Node {
    let left = this.and(depth);
    while (this.accept("||")) left = { kind: "or", left, right: this.and(depth) };
    return left;
  }

  end(): void {
    const token = this.peek();
    if (token.kind === "end") return;
    const word = token.kind === "path" ? token.segments.join(".") : "";
    if (/^(?:and|or|not)$/i.test(word))
      throw this.error(`Write ${SIGNS[word.toLowerCase()]} for ${word}`, token);
    throw this.error("Expected &&, || or the end", token);
  }

  private and(depth: number): Node {
    let left = this.not(depth);
    while (this.accept("&&")) left = { kind: "and", left, right: this.not(depth) };
    return left;
  }

  private not(depth: number): Node {
    if (depth > MAX_DEPTH) throw this.error("The expression is nested too deeply", this.peek());
    return this.accept("!") ? { kind: "not", operand: this.not(depth + 1) } : this.compare(depth);
  }

  private compare(depth: number): Node {
    const left = this.operand(depth);
    if (this.accept("==")) return { kind: "equal", left, right: this.operand(depth), negated: false };
    if (this.accept("!=")) return { kind: "equal", left, right: this.operand(depth), negated: true };
    if (this.accept("matches")) {
      const token = this.advance();
      if (token.kind === "literal" && typeof token.value === "string") {
        return { kind: "glob", subject: left, pattern: token.value, at: token.at };
      }
      throw this.error('Expected a pattern in quotes after matches, like "*.ts"', token);
    }
    if (this.accept("contains")) return this.literalText(left, "");
    if (this.accept("startsWith")) return this.literalText(left, "^");
    if (this.accept("=~")) {
      const token = this.advance();
      if (token.kind !== "regex")
        throw this.error("Expected a regular expression after =~, like /^git /", token);
      return { kind: "regex", subject: left, source: token.source, flags: token.flags, at: token.at };
    }
    if (this.accept("in")) return { kind: "in", subject: left, values: this.list() };
    return left;
  }

  /** A regular expression that means exactly this text. */
  private literalText(subject: Node, before: string): Node {
    const token = this.advance();
    if (token.kind !== "literal" || typeof token.value !== "string")
      throw this.error('Expected a text in quotes, like "git push"', token);
    const source = token.value.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return { kind: "regex", subject, source: `${before}${source}`, flags: "", at: token.at };
  }

  private operand(depth: number): Node {
    const token = this.advance();
    if (token.kind === "path") return { kind: "path", segments: token.segments };
    if (token.kind === "literal") return { kind: "literal", value: token.value };
    if (token.kind === "operator" && token.operator === "(") {
      const inner = this.or(depth + 1);
      if (!this.accept(")")) throw this.error("Expected )", this.peek());
      return inner;
    }
    throw this.error("Expected a field, a value or (", token);
  }

  private list(): Literal[] {
    if (!this.accept("[")) throw this.error('Expected a list after in, like ["Edit", "Write"]', this.peek());
    const values: Literal[] = [];
    while (!this.accept("]")) {
      const token = this.advance();
      if (token.kind === "path")
        throw this.error(`A text stands in quotes: "${token.segments.join(".")}"`, token);
      if (token.kind !== "literal") throw this.error("Expected a value or ]", token);
      values.push(token.value);
      if (!this.accept(",") && !this.isNext("]")) throw this.error("Expected , or ]", this.peek());
    }
    return values;
  }

  private peek(): Token {
    return this.tokens[this.position] ?? { kind: "end", at: this.text.length };
  }

  private advance(): Token {
    const token = this.peek();
    this.position++;
    return token;
  }

  private isNext(operator: Operator): boolean {
    const token = this.peek();
    return token.kind === "operator" && token.operator === operator;
  }

  private accept(operator: Operator): boolean {
    const found = this.isNext(operator);
    if (found) this.position++;
    return found;
  }

  private error(problem: string, token: Token): MatcherError {
    return new MatcherError(problem, this.text, token.at);
  }
}
