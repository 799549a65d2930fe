/**
 * What a shell command comes to: words without quotes, with variables and braces put in, and the folder that each
 * command runs in. Whatever cannot be known without running it says so.
 */
import { homedir } from "node:os";
import { resolve } from "node:path";
import { type ShellCommand, type ShellWord, toShellCommands } from "../../text/shell.ts";

export interface MeantWord {
  value: string;
  /** It holds a reference or substitution whose value only the shell knows. */
  isUnknown: boolean;
}

export interface MeantCommand {
  words: MeantWord[];
  redirections: { operator: string; target: MeantWord }[];
  heredocs: string[];
  /** Undefined after `cd $SOMEWHERE`. */
  cwd: string | undefined;
  /** What its input comes from, when that is a pipe. */
  pipedFrom: MeantCommand | undefined;
}

interface Surroundings {
  cwd: string;
  variables?: Readonly<Record<string, string>>;
}

export function toMeaning(text: string, { cwd, variables = {} }: Surroundings): MeantCommand[] {
  const known = new Map(Object.entries({ HOME: homedir(), PWD: cwd, ...variables }));
  const meant: MeantCommand[] = [];
  let here: string | undefined = cwd;
  for (const command of toShellCommands(withoutAnsiQuotes(text))) {
    const one = toCommand(command, known, here, meant.at(-1));
    meant.push(one);
    for (const { text: written, value } of command.assignments) {
      const at = written.indexOf("=");
      const put = putIn(value.slice(value.indexOf("=") + 1), known);
      if (put.isUnknown) known.delete(written.slice(0, at));
      else known.set(written.slice(0, at).replace(/\+$/, ""), put.value);
    }
    const isChange = /^(?:cd|pushd|chdir)$/.test(one.words[0]?.value ?? "");
    if (isChange) here = folderAfter(one, here);
  }
  return meant;
}

/** The words of one command, for a pattern that is written with single blanks. */
export function toPlainText({ words }: MeantCommand): string {
  return words.map(({ value }) => value).join(" ");
}

function toCommand(
  command: ShellCommand,
  known: ReadonlyMap<string, string>,
  cwd: string | undefined,
  previous: MeantCommand | undefined,
): MeantCommand {
  const own = new Map(known);
  return {
    words: command.words.flatMap((word) => toWords(word, own)),
    redirections: command.redirections.flatMap(({ operator, target }) =>
      target === undefined ? [] : toWords(target, own).map((word) => ({ operator, target: word })),
    ),
    heredocs: command.heredocs,
    cwd,
    pipedFrom: /^\|&?$/.test(command.before) ? previous : undefined,
  };
}

function toWords({ value, quoted }: ShellWord, known: ReadonlyMap<string, string>): MeantWord[] {
  const each = quoted ? [value] : expandBraces(value);
  return each.map((word) => putIn(word.replace(/^~(?=\/|$)/, homedir()), known));
}

const REFERENCE =
  /\$\{(\w+)\}|\$(\w+)|\$\(\s*(?:echo|printf(?:\s+%s)?)\s+([\w./-]+)\s*\)|`\s*echo\s+([\w./-]+)\s*`/g;

function putIn(text: string, known: ReadonlyMap<string, string>): MeantWord {
  const value = text.replace(
    REFERENCE,
    (whole, braced?: string, bare?: string, said?: string, ticked?: string) =>
      said ?? ticked ?? known.get(braced ?? bare ?? "") ?? whole,
  );
  return { value, isUnknown: /\$[\w{(@*#?!-]|`|[<>]\(/.test(value) };
}

const MAX_EXPANDED = 64;

/** `secret{s,z}/k`. Braces inside braces are expanded from the outside. */
function expandBraces(word: string): string[] {
  const open = [word];
  const done: string[] = [];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const found = /(?<!\$)\{([^{}]*,[^{}]*)\}/.exec(each);
    if (found === null || open.length + done.length > MAX_EXPANDED) done.push(each);
    else {
      const [whole, inner = ""] = found;
      const [before, after] = [each.slice(0, found.index), each.slice(found.index + whole.length)];
      open.push(...inner.split(",").map((part) => `${before}${part}${after}`));
    }
  }
  return done;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

/** `$'\x73ecrets'` is a name like any other. */
function withoutAnsiQuotes(text: string): string {
  return text.replace(/\$'((?:[^'\\]|\\[\s\S])*)'/g, (_, body: string) => {
    const plain = body.replace(
      /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3})|([\s\S]))/g,
      (whole, hex?: string, unicode?: string, octal?: string, sign?: string) => {
        const code = hex ?? unicode;
        if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
        if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
        return ESCAPES[sign ?? ""] ?? whole;
      },
    );
    return `'${plain.replaceAll("'", "'\\''")}'`;
  });
}

function folderAfter({ words }: MeantCommand, here: string | undefined): string | undefined {
  const target = words.slice(1).find(({ value }) => !/^-(?:[LPe@]+|-)$/.test(value));
  if (target === undefined) return homedir();
  if (target.isUnknown || target.value === "-") return undefined;
  return here === undefined && !target.value.startsWith("/") ? undefined : resolve(here ?? "/", target.value);
}
