/**
 * The simple commands of one shell line. Quotes, here-documents, substitutions and comments are read as a shell reads
 * them, so that no piece of syntax ever passes for a command.
 */

export interface ShellCommand {
  /** Without quotes, assignments and redirections. */
  words: string[];
  /** The same as it was typed, one space between two words. */
  text: string;
  /** `NAME=value` in front of the command, or alone. */
  assignments: string[];
  /** Files that it writes by `>` and `>>`. */
  writes: string[];
  /** What a here-document feeds it. */
  heredoc?: string;
  /** What stands between it and the command before. */
  after: "" | "&&" | "||" | ";" | "|" | "&";
  /** Inside a loop, a condition or a function: it may never have run. */
  isConditional: boolean;
}

/** Longer lines are programs of their own, not commands that somebody types again. */
const LONGEST = 20_000;

type Join = ShellCommand["after"];

export function toShellCommands(line: string): ShellCommand[] {
  return line.length > LONGEST ? [] : new LineReader(line).read();
}

interface Word {
  raw: string;
  value: string;
}

const OPENS = new Set(["if", "for", "while", "until", "case", "select", "function", "{"]);
const CLOSES = new Set(["fi", "done", "esac", "}"]);
/** A command may stand behind these. */
const LEADS = new Set(["if", "then", "else", "elif", "while", "until", "do", "!", "{", "time"]);
/** What follows is no command: `for x in a b`, `case x in`. */
const HEADS = new Set(["for", "case", "select", "function"]);

class LineReader {
  #at = 0;
  readonly #line: string;
  readonly #commands: ShellCommand[] = [];
  /** Here-documents whose body begins behind the next line end. */
  #pending: { end: string; strip: boolean; command: ShellCommand }[] = [];
  #words: Word[] = [];
  #writes: string[] = [];
  #heredocs: { end: string; strip: boolean }[] = [];
  #after: Join = "";
  #depth = 0;

  constructor(line: string) {
    this.#line = line;
  }

  read(): ShellCommand[] {
    const line = this.#line;
    while (this.#at < line.length) {
      const char = line.charAt(this.#at);
      if (char === "\n") {
        this.#at++;
        this.#close(";");
        this.#readBodies();
      } else if (char === " " || char === "\t" || char === "\r") this.#at++;
      else if (line.startsWith("\\\n", this.#at)) this.#at += 2;
      else if (char === "#") this.#skipComment();
      else if (!this.#readOperator(char)) this.#readWord();
    }
    this.#close(";");
    return this.#commands;
  }

  #skipComment(): void {
    const end = this.#line.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.#line.length : end;
  }

  #readOperator(char: string): boolean {
    const line = this.#line;
    const rest = line.slice(this.#at, this.#at + 3);
    const redirection = /^(?:\d*|&)(?:<<-?|<<<|<|>>|>\||>)(?:&(?:\d+|-))?/.exec(
      line.slice(this.#at, this.#at + 12),
    )?.[0];
    if (redirection !== undefined && !redirection.startsWith("<(")) {
      this.#at += redirection.length;
      this.#readRedirection(redirection);
      return true;
    }
    for (const join of ["&&", "||", ";;", "|&"] as const) {
      if (!rest.startsWith(join)) continue;
      this.#at += 2;
      this.#close(join === ";;" ? ";" : join === "|&" ? "|" : join);
      return true;
    }
    if (char === ";" || char === "|" || char === "&") {
      this.#at++;
      this.#close(char);
      return true;
    }
    if (char === "(" || char === ")") {
      this.#at++;
      // `name()` defines a function: its name is no command.
      if (char === "(" && line.charAt(this.#at) === ")" && this.#words.length === 1) {
        this.#at++;
        this.#words = [];
        return true;
      }
      this.#close(";");
      return true;
    }
    return false;
  }

  #readRedirection(operator: string): void {
    if (/&(?:\d+|-)$/.test(operator)) return;
    while (/[ \t]/.test(this.#line.charAt(this.#at))) this.#at++;
    const target = this.#takeWord();
    if (operator.includes("<<<") || target.value === "") return;
    if (operator.includes("<<")) this.#heredocs.push({ end: target.value, strip: operator.endsWith("-") });
    else if (operator.includes(">")) this.#writes.push(target.value);
  }

  #readWord(): void {
    const word = this.#takeWord();
    if (word.raw === "") this.#at++;
    else this.#words.push(word);
  }

  /** Up to the next space or operator outside quotes and substitutions. */
  #takeWord(): Word {
    const line = this.#line;
    const start = this.#at;
    let value = "";
    while (this.#at < line.length) {
      const char = line.charAt(this.#at);
      if (/[\s;|&()<>]/.test(char)) break;
      if (char === "\\") {
        if (line.charAt(this.#at + 1) !== "\n") value += line.charAt(this.#at + 1);
        this.#at += 2;
      } else if (char === "'") {
        const end = line.indexOf("'", this.#at + 1);
        const close = end < 0 ? line.length : end;
        value += line.slice(this.#at + 1, close);
        this.#at = close + 1;
      } else if (char === '"') value += this.#takeQuoted();
      else if (char === "`") value += this.#takeUntil("`");
      else if (char === "$" && /[({]/.test(line.charAt(this.#at + 1))) value += this.#takeBalanced();
      else {
        value += char;
        this.#at++;
      }
    }
    return { raw: line.slice(start, this.#at), value };
  }

  #takeQuoted(): string {
    const line = this.#line;
    let value = "";
    this.#at++;
    while (this.#at < line.length) {
      const char = line.charAt(this.#at);
      if (char === '"') break;
      if (char === "\\") {
        value += line.charAt(this.#at + 1);
        this.#at += 2;
      } else if (char === "$" && line.charAt(this.#at + 1) === "(") value += this.#takeBalanced();
      else {
        value += char;
        this.#at++;
      }
    }
    this.#at++;
    return value;
  }

  #takeUntil(end: string): string {
    const close = this.#line.indexOf(end, this.#at + 1);
    const start = this.#at;
    this.#at = close < 0 ? this.#line.length : close + 1;
    return this.#line.slice(start, this.#at);
  }

  /** `$(…)` and `${…}` as they stand; what runs inside is not a command of this line. */
  #takeBalanced(): string {
    const line = this.#line;
    const start = this.#at;
    const open = line.charAt(this.#at + 1);
    const close = open === "(" ? ")" : "}";
    let depth = 0;
    let quote = "";
    for (this.#at++; this.#at < line.length; this.#at++) {
      const char = line.charAt(this.#at);
      if (char === "\\") this.#at++;
      else if (quote === "" && char === "<" && this.#skipHeredoc()) continue;
      else if (quote !== "") quote = char === quote ? "" : quote;
      else if (char === "'" || char === '"') quote = char;
      else if (char === open) depth++;
      else if (char === close && --depth === 0) break;
    }
    this.#at++;
    return line.slice(start, this.#at);
  }

  /** Inside a substitution: an apostrophe in the body of a here-document opens no quote. */
  #skipHeredoc(): boolean {
    const head = /^<<-?\s*(["']?)(\w+)\1[^\n]*\n/.exec(this.#line.slice(this.#at, this.#at + 200));
    const word = head?.[2];
    if (head === null || word === undefined) return false;
    const body = this.#at + head[0].length;
    const end = new RegExp(`^\\t*${word}$`, "m").exec(this.#line.slice(body));
    this.#at = end === null ? this.#line.length : body + end.index + end[0].length - 1;
    return true;
  }

  /** A command ends here; `join` stands in front of the next one. */
  #close(join: Join): void {
    const words = this.#withoutKeywords(this.#words);
    const assignments: string[] = [];
    while (/^[A-Za-z_]\w*\+?=/.test(words[0]?.raw ?? "")) {
      const assignment = words.shift();
      if (assignment !== undefined) assignments.push(assignment.value);
    }
    const command: ShellCommand = {
      words: words.map(({ value }) => value),
      text: words.map(({ raw }) => raw.replace(/\\\n/g, "")).join(" "),
      assignments,
      writes: this.#writes,
      after: this.#after,
      isConditional: this.#depth > 0,
    };
    const isEmpty = words.length === 0 && assignments.length === 0 && this.#writes.length === 0;
    if (!isEmpty) this.#commands.push(command);
    this.#pending.push(...this.#heredocs.map((heredoc) => ({ ...heredoc, command })));
    // A line end after `&&` continues the list.
    if (!isEmpty || join !== ";") this.#after = join;
    this.#words = [];
    this.#writes = [];
    this.#heredocs = [];
  }

  #withoutKeywords(words: readonly Word[]): Word[] {
    let rest = [...words];
    for (let first = rest[0]?.raw; first !== undefined; first = rest[0]?.raw) {
      if (OPENS.has(first)) this.#depth++;
      if (CLOSES.has(first)) {
        this.#depth = Math.max(0, this.#depth - 1);
        return [];
      }
      if (HEADS.has(first)) return [];
      if (!LEADS.has(first)) break;
      rest = rest.slice(1);
    }
    return rest;
  }

  #readBodies(): void {
    for (const { end, strip, command } of this.#pending) {
      const body: string[] = [];
      while (this.#at < this.#line.length) {
        const close = this.#line.indexOf("\n", this.#at);
        const stop = close < 0 ? this.#line.length : close;
        const text = this.#line.slice(this.#at, stop);
        this.#at = stop + 1;
        if ((strip ? text.replace(/^\t+/, "") : text) === end) break;
        body.push(text);
      }
      command.heredoc = body.join("\n");
    }
    this.#pending = [];
  }
}
