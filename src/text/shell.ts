/** The simple commands of a shell text: their words, assignments and redirections, with their places in the text. */
import { type ShellPiece, toShellPieces } from "./shell-pieces.ts";

export interface ShellWord {
  start: number;
  end: number;
  /** As it is written. */
  text: string;
  /** Without quotes and backslashes; references and substitutions stay as they are written. */
  value: string;
  /** Part of it is in quotes. */
  quoted: boolean;
}

interface ShellRedirection {
  start: number;
  end: number;
  /** `>`, `2>&`, `<<`. */
  operator: string;
  target?: ShellWord;
}

export interface ShellCommand {
  start: number;
  end: number;
  /** `NAME=value` in front. */
  assignments: ShellWord[];
  /** The program and its arguments. */
  words: ShellWord[];
  redirections: ShellRedirection[];
  /** Bodies of its heredocs, without the line that ends them. */
  heredocs: string[];
  /** The operator between it and the previous command on the same level; empty for the first one. */
  before: string;
  /** The number of subshells and substitutions around it. */
  depth: number;
  /** It is in `$(…)`, backticks or `<(…)`: another command receives its output. */
  substituted: boolean;
}

/** In the order of their beginnings. Never throws: what is no shell text comes out as words. */
export function toShellCommands(text: string): ShellCommand[] {
  return new CommandReader(text).read();
}

/** The commands that are being read, one inside the other. */
interface Level {
  command: ShellCommand | undefined;
  word: ShellWord | undefined;
  /** A redirection waits for its target. */
  target: ShellRedirection | undefined;
  before: string;
  substituted: boolean;
  /** The index of the opening sign. */
  opened: number;
}

const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;

class CommandReader {
  private readonly commands: ShellCommand[] = [];
  private readonly levels: Level[] = [toLevel(false, 0)];
  /** Heredocs whose bodies have not been read yet. */
  private waiting: { command: ShellCommand; redirection: ShellRedirection }[] = [];
  private given = 0;

  constructor(private readonly text: string) {}

  read(): ShellCommand[] {
    for (const piece of toShellPieces(this.text)) this.take(piece);
    while (this.levels.length > 0) this.leave(this.text.length);
    return this.commands
      .filter(
        ({ words, assignments, redirections }) => words.length + assignments.length + redirections.length > 0,
      )
      .sort((a, b) => a.start - b.start);
  }

  private get level(): Level {
    return this.levels.at(-1) as Level;
  }

  private take(piece: ShellPiece): void {
    const { kind, start, end } = piece;
    const source = this.text.slice(start, end);
    if (kind === "space") this.endWord();
    else if (kind === "continuation" || kind === "comment") return;
    else if (kind === "heredoc") this.giveBody(source);
    else if (kind === "operator") this.separate(source);
    else if (kind === "redirection") this.redirect(piece, source);
    else if (kind === "open") this.enter(piece, source);
    else if (kind === "close") this.close(piece);
    else
      this.extend(piece, toValue(piece, source), kind === "single" || kind === "quote" || kind === "escape");
  }

  private command(start: number): ShellCommand {
    const { level } = this;
    level.command ??= this.begin(start, level);
    return level.command;
  }

  private begin(start: number, { before, substituted }: Level): ShellCommand {
    const command: ShellCommand = {
      start,
      end: start,
      assignments: [],
      words: [],
      redirections: [],
      heredocs: [],
      before,
      depth: this.levels.length - 1,
      substituted,
    };
    this.commands.push(command);
    return command;
  }

  private extend({ start, end }: ShellPiece, value: string, quoted: boolean): void {
    this.command(start).end = end;
    const { level } = this;
    level.word ??= { start, end, text: "", value: "", quoted: false };
    level.word.end = end;
    level.word.value += value;
    level.word.quoted ||= quoted;
  }

  private endWord(): void {
    const { level } = this;
    const { word, command } = level;
    if (word === undefined || command === undefined) return;
    level.word = undefined;
    word.text = this.text.slice(word.start, word.end);
    if (level.target !== undefined) {
      level.target.target = word;
      level.target.end = word.end;
      level.target = undefined;
    } else if (command.words.length === 0 && ASSIGNMENT.test(word.text)) command.assignments.push(word);
    else command.words.push(word);
  }

  private separate(operator: string): void {
    this.endWord();
    const { level } = this;
    level.target = undefined;
    // Empty lines and a second sign change nothing of what connects two commands.
    if (level.command !== undefined || level.before === "") level.before = operator;
    level.command = undefined;
  }

  private redirect({ start, end }: ShellPiece, operator: string): void {
    this.endWord();
    const command = this.command(start);
    const redirection: ShellRedirection = { start, end, operator };
    command.redirections.push(redirection);
    command.end = end;
    this.level.target = redirection;
    if (/<<-?$/.test(operator)) this.waiting.push({ command, redirection });
  }

  private enter(piece: ShellPiece, sign: string): void {
    const isSubshell = sign === "(" && this.level.word === undefined && !piece.quoted;
    if (isSubshell) {
      this.endWord();
      this.level.command = undefined;
    } else this.extend(piece, "", false);
    const { before, substituted } = this.level;
    this.levels.push(toLevel(substituted || !isSubshell, piece.start));
    if (isSubshell) this.level.before = before;
  }

  private close(piece: ShellPiece): void {
    const { opened } = this.level;
    this.leave(piece.start);
    const { word, command } = this.level;
    if (word === undefined || command === undefined) {
      this.level.before = "";
      return;
    }
    word.value += this.text.slice(opened, piece.end);
    word.end = piece.end;
    command.end = piece.end;
  }

  private leave(at: number): void {
    this.endWord();
    const { command } = this.level;
    if (command !== undefined) command.end = Math.min(Math.max(command.end, command.start), at);
    this.levels.pop();
  }

  private giveBody(source: string): void {
    const { command, redirection } = this.waiting[this.given++] ?? {};
    const body = source.endsWith("\n") ? source.slice(0, -1) : source;
    const at = body.lastIndexOf("\n") + 1;
    // Without the line that ends it, where there is one.
    const isEnded = body.slice(at).replace(/^\t+/, "") === redirection?.target?.value;
    command?.heredocs.push(isEnded ? body.slice(0, Math.max(0, at - 1)) : body);
  }
}

function toLevel(substituted: boolean, opened: number): Level {
  return { command: undefined, word: undefined, target: undefined, before: "", substituted, opened };
}

function toValue({ kind, quoted }: ShellPiece, source: string): string {
  if (kind === "quote") return "";
  if (kind === "escape") return quoted && !/[$`"\\]/.test(source.charAt(1)) ? source : source.slice(1);
  if (kind === "single") return source.replace(/^\$?'/, "").replace(/'$/, "");
  return source;
}
