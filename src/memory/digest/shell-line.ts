/** A shell line as its simple commands, without loops, conditions and groups. */
import { toShellCommands as parse, type ShellCommand, type ShellWord } from "../../text/shell.ts";

export interface SimpleCommand {
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
  /** The operator between this command and the previous one. */
  after: "" | "&&" | "||" | ";" | "|" | "&";
  /** Inside a loop, a condition or a function: it may never have run. */
  isConditional: boolean;
}

/** Longer lines are programs of their own, not commands that somebody types again. */
const LONGEST = 20_000;

const OPENS = new Set(["if", "for", "while", "until", "case", "select", "function", "{"]);
const CLOSES = new Set(["fi", "done", "esac", "}"]);
/** Words that can precede a command. */
const LEADS = new Set(["if", "then", "else", "elif", "while", "until", "do", "!", "{", "time"]);
/** The words after these are no command: `for x in a b`, `case x in`. */
const HEADS = new Set(["for", "case", "select", "function"]);
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

export function toSimpleCommands(line: string): SimpleCommand[] {
  if (line.length > LONGEST) return [];
  const commands: SimpleCommand[] = [];
  const functions = new Set<string>();
  let depth = 0;
  let lost: SimpleCommand["after"] | undefined;
  for (const parsed of parse(line)) {
    // A command in a substitution is an argument of another command.
    if (parsed.substituted) continue;
    const defined = /^([\w-]+)\(\)$/.exec(parsed.words[0]?.text ?? "")?.[1];
    if (defined !== undefined) functions.add(defined);
    const { words, opened, closed } = withoutKeywords(parsed.words);
    depth += opened;
    const command = toCommand(parsed, words, depth > 0);
    depth = Math.max(0, depth - closed);
    const isEmpty = words.length + command.assignments.length + command.writes.length === 0;
    // A keyword alone is left out; its connection to the previous command moves to the next one.
    if (isEmpty) lost ??= command.after;
    else {
      commands.push(lost === undefined || command.after === "&&" ? command : { ...command, after: lost });
      lost = undefined;
    }
  }
  // A function defined in the line itself is unknown elsewhere.
  return functions.size === 0 ? commands : commands.filter(({ words }) => !functions.has(words[0] ?? ""));
}

function withoutKeywords(words: readonly ShellWord[]): {
  words: ShellWord[];
  opened: number;
  closed: number;
} {
  let opened = 0;
  let at = 0;
  for (let word = words[0]?.text; word !== undefined; word = words[at]?.text) {
    if (CLOSES.has(word)) return { words: [], opened, closed: 1 };
    if (OPENS.has(word)) opened++;
    if (HEADS.has(word)) return { words: [], opened, closed: 0 };
    // `name() {` begins a function.
    if (!LEADS.has(word) && !/^[\w-]+\(\)$/.test(word)) break;
    at++;
  }
  return { words: words.slice(at), opened, closed: 0 };
}

function toCommand(parsed: ShellCommand, words: ShellWord[], isConditional: boolean): SimpleCommand {
  // After a keyword, assignments are among the words.
  const start = words.findIndex(({ text }) => !ASSIGNMENT.test(text));
  const assigned = start < 0 ? words : words.slice(0, start);
  const rest = start < 0 ? [] : words.slice(start);
  const [heredoc] = parsed.heredocs;
  return {
    words: rest.map(({ value }) => value),
    text: rest.map(({ text }) => text.replaceAll("\\\n", "")).join(" "),
    assignments: [...parsed.assignments, ...assigned].map(({ value }) => value),
    writes: parsed.redirections.flatMap(({ operator, target }) =>
      target !== undefined && /^\d*(?:>>?|>\|)$|^&>>?$/.test(operator) ? [target.value] : [],
    ),
    ...(heredoc === undefined ? {} : { heredoc }),
    after: toJoin(parsed.before),
    isConditional,
  };
}

function toJoin(operator: string): SimpleCommand["after"] {
  if (operator === "&&" || operator === "||" || operator === "&") return operator;
  if (operator === "|" || operator === "|&") return "|";
  return operator === "" ? "" : ";";
}
