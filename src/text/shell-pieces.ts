/**
 * The text of a POSIX shell command, cut into pieces: quotes, references, operators, comments, bodies of heredocs.
 * Together the pieces are the text, whatever it is; each is cut off in one pass, so the time is linear.
 */

type ShellPieceKind =
  /** Blanks, and line ends that a backslash takes away: those are `continuation`. */
  | "space"
  | "continuation"
  | "comment"
  /** Unquoted text, a backslash with the character that it escapes, text in single quotes (also `$'…'`). */
  | "literal"
  | "escape"
  | "single"
  /** The opening or closing `"`. */
  | "quote"
  /** `$NAME`, `${NAME…}`, `$?`; `$((…))`. */
  | "variable"
  | "arithmetic"
  /** Begin and end of commands inside commands: `$(`, backtick, `<(`, and of a subshell. */
  | "open"
  | "close"
  /** Between commands: `&&`, `||`, `;`, `;;`, `&`, `|`, `|&`, a line end, and a `)` that closes nothing. */
  | "operator"
  /** With the number in front: `2>&1` is this and a literal. */
  | "redirection"
  /** One body, with the line that ends it. */
  | "heredoc";

export interface ShellPiece {
  kind: ShellPieceKind;
  start: number;
  end: number;
  /** It is in double quotes. */
  quoted: boolean;
}

type Context = "double" | "backtick" | "paren";

interface Heredoc {
  end: string;
  tabs: boolean;
}

const OPERATOR = /&&|\|\||;;&?|;&|\|&|[;&|\n]/y;
const REDIRECTION = /\d*(?:<<<|<<-?|<>|<&|>>|>&|>\||[<>](?!\())|&>>?/y;
const NAME = /\w+|[?!#$@*-]/y;
const BLANKS = /[ \t\r]+/y;
const LITERAL = /[^\s\\'"`$;&|<>()#]+/y;
const QUOTED_LITERAL = /[^\\"`$]+/y;
const DELIMITER = /[ \t]*((?:\\.|'[^'\n]*'|"[^"\n]*"|[^\s\\'"`;&|<>()])+)/y;

export function toShellPieces(text: string): ShellPiece[] {
  return new ShellLexer(text).run();
}

class ShellLexer {
  private readonly pieces: ShellPiece[] = [];
  private readonly contexts: Context[] = [];
  /** Announced by `<<`, read after the line end. */
  private heredocs: Heredoc[] = [];
  private at = 0;

  constructor(private readonly text: string) {}

  run(): ShellPiece[] {
    while (this.at < this.text.length) {
      if (this.contexts.at(-1) === "double") this.inDouble();
      else this.inPlain();
    }
    return this.pieces;
  }

  private add(kind: ShellPieceKind, end: number, quoted = this.contexts.at(-1) === "double"): void {
    const { at: start, text } = this;
    this.at = Math.min(Math.max(end, start + 1), text.length);
    this.pieces.push({ kind, start, end: this.at, quoted });
  }

  private match(pattern: RegExp, at = this.at): string | undefined {
    pattern.lastIndex = at;
    return pattern.exec(this.text)?.[0];
  }

  private to(sign: string, from: number): number {
    const found = this.text.indexOf(sign, from);
    return found === -1 ? this.text.length : found + sign.length;
  }

  private inDouble(): void {
    const { text, at } = this;
    const char = text.charAt(at);
    if (char === '"') {
      this.contexts.pop();
      this.add("quote", at + 1, false);
    } else if (char === "\\") this.add(text[at + 1] === "\n" ? "continuation" : "escape", at + 2);
    else if (!this.substitution(char)) this.add("literal", at + (this.match(QUOTED_LITERAL)?.length ?? 1));
  }

  private inPlain(): void {
    const { text, at } = this;
    const char = text.charAt(at);
    if (char === "\\") this.add(text[at + 1] === "\n" ? "continuation" : "escape", at + 2);
    else if (char === "'") this.add("single", this.to("'", at + 1));
    else if (char === '"') {
      this.add("quote", at + 1);
      this.contexts.push("double");
    } else if (char === "#" && this.isBetweenWords()) {
      const end = text.indexOf("\n", at);
      this.add("comment", end === -1 ? text.length : end);
    } else if (char === "(" || ((char === "<" || char === ">") && text[at + 1] === "(")) {
      this.add("open", at + (char === "(" ? 1 : 2));
      this.contexts.push("paren");
    } else if (char === ")") {
      // A parenthesis that closes nothing ends a pattern of `case`.
      const isOpen = this.contexts.at(-1) === "paren";
      if (isOpen) this.contexts.pop();
      this.add(isOpen ? "close" : "operator", at + 1);
    } else if (!this.substitution(char)) this.plainRun(char);
  }

  private plainRun(char: string): void {
    const { at } = this;
    const blanks = this.match(BLANKS);
    if (blanks !== undefined) {
      this.add("space", at + blanks.length);
      return;
    }
    const redirection =
      /[<>&]/.test(char) || (/\d/.test(char) && this.isBetweenWords()) ? this.match(REDIRECTION) : undefined;
    if (redirection !== undefined) {
      this.add("redirection", at + redirection.length);
      if (/<<-?$/.test(redirection) && !redirection.endsWith("<<<")) this.announce(redirection.endsWith("-"));
      return;
    }
    const operator = this.match(OPERATOR);
    if (operator === undefined) {
      this.add("literal", at + (this.match(LITERAL)?.length ?? 1));
      return;
    }
    this.add("operator", at + operator.length);
    if (operator === "\n" && this.heredocs.length > 0) this.bodies();
  }

  /** What is put in by the shell, in double quotes or without. */
  private substitution(char: string): boolean {
    const { text, at } = this;
    if (char === "`") {
      const isOpen = this.contexts.at(-1) === "backtick";
      if (isOpen) this.contexts.pop();
      this.add(isOpen ? "close" : "open", at + 1);
      if (!isOpen) this.contexts.push("backtick");
      return true;
    }
    if (char !== "$") return false;
    const next = text.charAt(at + 1);
    if (text.startsWith("$((", at)) this.add("arithmetic", this.endOfArithmetic(at + 3));
    else if (next === "(") {
      this.add("open", at + 2);
      this.contexts.push("paren");
    } else if (next === "{") this.add("variable", this.endOfBraces(at + 2));
    else if (next === "'" && this.contexts.at(-1) !== "double") this.add("single", this.endOfAnsi(at + 2));
    else {
      const name = this.match(NAME, at + 1);
      this.add(name === undefined ? "literal" : "variable", at + 1 + (name?.length ?? 0));
    }
    return true;
  }

  private endOfArithmetic(from: number): number {
    const { text } = this;
    let depth = 2;
    let end = from;
    for (; end < text.length && depth > 0; end++) {
      const char = text.charAt(end);
      if (char === "(") depth++;
      else if (char === ")") depth--;
    }
    return end;
  }

  private endOfBraces(from: number): number {
    const { text } = this;
    let depth = 1;
    let end = from;
    for (; end < text.length && depth > 0; end++) {
      const char = text.charAt(end);
      if (char === "\\") end++;
      else if (char === "{") depth++;
      else if (char === "}") depth--;
    }
    return end;
  }

  private endOfAnsi(from: number): number {
    const { text } = this;
    let end = from;
    while (end < text.length && text[end] !== "'") end += text[end] === "\\" ? 2 : 1;
    return end + 1;
  }

  private isBetweenWords(): boolean {
    const last = this.pieces.at(-1);
    return last === undefined || /^(?:space|operator|open|heredoc|redirection)$/.test(last.kind);
  }

  /** The delimiter itself is read as a word. */
  private announce(tabs: boolean): void {
    DELIMITER.lastIndex = this.at;
    const word = DELIMITER.exec(this.text)?.[1];
    if (word !== undefined) this.heredocs.push({ end: word.replace(/\\(.)|['"]/g, "$1"), tabs });
  }

  private bodies(): void {
    const { text } = this;
    const announced = this.heredocs;
    this.heredocs = [];
    for (const { end: last, tabs } of announced) {
      let end = this.at;
      while (end < text.length) {
        const newline = text.indexOf("\n", end);
        const line = text.slice(end, newline === -1 ? text.length : newline);
        end = newline === -1 ? text.length : newline + 1;
        if ((tabs ? line.replace(/^\t+/, "") : line) === last) break;
      }
      if (end > this.at) this.add("heredoc", end, false);
    }
  }
}
