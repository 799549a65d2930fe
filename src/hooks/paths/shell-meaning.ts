/**
 * Interprets a shell command: words without quotes, with variables and braces expanded, and the folder in which each command
 * runs. Words that only running the command could determine are marked as unknown.
 */
import { homedir, tmpdir } from "node:os";
import { resolve } from "node:path";
import { type ShellCommand, type ShellWord, toShellCommands } from "../../text/shell.ts";

export interface MeantWord {
  value: string;
  /** It holds a reference or substitution whose value only the shell knows. */
  isUnknown: boolean;
  /** The command itself computes the value: `$(…)`, `${x%y}`, `$1`, a variable set by `read`; not an environment value. */
  isBuilt: boolean;
}

export interface MeantCommand {
  words: MeantWord[];
  /** The program and its arguments, without prefixes: `then`, `nice -n 5`, `env A=b`. */
  run: MeantWord[];
  /** Values of `NAME=value` in front. */
  assigned: MeantWord[];
  redirections: { operator: string; target: MeantWord }[];
  heredocs: string[];
  /** Undefined after `cd $SOMEWHERE`. */
  cwd: string | undefined;
  /** The source of its input, if that is a pipe. */
  pipedFrom: MeantCommand | undefined;
  /** The variables at the time it runs, for shell text in its arguments. */
  variables: ShellVariables;
}

/** All possible values of a variable; none if only the shell can tell. */
export type ShellVariables = ReadonlyMap<string, readonly string[]>;

interface Surroundings {
  cwd: string;
  variables?: ShellVariables;
}

/** The value of variables that are not listed. */
const ANY_OTHER = "*";

export function toMeaning(text: string, { cwd, variables = new Map() }: Surroundings): MeantCommand[] {
  let known: ShellVariables = new Map([["HOME", [homedir()]], ["PWD", [cwd]], ...variables]);
  const meant: MeantCommand[] = [];
  let here: string | undefined = cwd;
  for (const command of toShellCommands(withoutAnsiQuotes(text))) {
    const own = command.assignments.reduce((all, { value }) => withAssignment(value, all), known);
    const placed = inItsFolder(toCommand(command, known, own, here, meant.at(-1)));
    const one = { ...placed, run: withoutWrappers(placed.words) };
    meant.push(one);
    // In front of a program, they apply to that program only.
    known = setBy(one, command.words.length === 0 ? own : known);
    // Each assignment copies them, and no script of a person has so many.
    if (known.size > 500) known = new Map([[ANY_OTHER, []]]);
    if (!/^(?:cd|pushd|chdir)$/.test(one.run[0]?.value ?? "")) continue;
    const before = here === undefined ? [] : [here];
    here = folderAfter(one, here);
    known = new Map([...known, ["OLDPWD", before], ["PWD", here === undefined ? [] : [here]]]);
  }
  return meant;
}

/** Signs of code in a word: shell text, or source that opens files by name. */
const CODE = /[\s;|&<>()"']/;

/** Texts that the command passes on and that may be code: `sh -c '…'`, a heredoc, a here-string. */
export function innerTexts(command: MeantCommand): Pick<MeantWord, "value" | "isUnknown">[] {
  return [
    ...[...command.words, ...hereStrings(command)].filter(({ value }) => CODE.test(value)),
    ...command.heredocs.map((value) => ({ value, isUnknown: false })),
  ];
}

const hereStrings = ({ redirections }: MeantCommand): MeantWord[] =>
  redirections.filter(({ operator }) => operator.endsWith("<<<")).map(({ target }) => target);

const KEYWORD = /^(?:then|do|else|elif|if|while|until|!|\{|coproc)$/;
const WRAPPER =
  /^(?:env|exec|nohup|nice|sudo|doas|command|builtin|time|timeout|stdbuf|ionice|chrt|setsid|unbuffer)$/;
/** Options of wrappers whose value is the next word. */
const TAKES_VALUE = /^-[ugnscCkaoT]$/;

/** The words from the actual program on. */
export function withoutWrappers(words: readonly MeantWord[]): MeantWord[] {
  let isWrapped = false;
  let at = words[0]?.value === "function" ? 2 : 0;
  for (; at < words.length; at++) {
    const { value = "" } = words[at] ?? {};
    if (WRAPPER.test(programOf(words[at]))) isWrapped = true;
    else if (isWrapped && TAKES_VALUE.test(value)) at++;
    else if (!KEYWORD.test(value) && !(isWrapped && /^(?:-.*|\d[\d.]*[smhd]?|\w+=.*)$/.test(value))) break;
  }
  return words.slice(at);
}

/** The program's name without its folder. */
export const programOf = (word: MeantWord | undefined): string => word?.value.split("/").at(-1) ?? "";

/** Files redirected into it. */
export const readBy = ({ redirections }: MeantCommand): string[] =>
  redirections.filter(({ operator }) => /^0?<$/.test(operator)).map(({ target }) => target.value);

export const isShell = (program: string): boolean => /^(?:ba|da|k|z|a)?sh$/.test(program);

function withAssignment(written: string, known: ShellVariables): ShellVariables {
  const [, name = "", adds = "", value = ""] = /^(\w+)(?:\[[^\]]*\])?(\+?)=([\s\S]*)$/.exec(written) ?? [];
  const put = putIn(value, known);
  // A built value stays as written: wherever it is inserted, the result is built too.
  const isKnown = !value.startsWith("(") && put.every((one) => !one.isBuilt || BUILT.test(one.value));
  const before = adds === "" ? [""] : (known.get(name) ?? known.get(ANY_OTHER) ?? [""]);
  const values = before.flatMap((start) => put.map((end) => `${start}${end.value}`));
  return new Map([...known, [name, isKnown ? values.slice(0, MAX_EXPANDED) : []]]);
}

/** The variables after `export D=x`, `for d in a b`, `read d`, `printf -v d …`. */
function setBy({ run }: MeantCommand, known: ShellVariables): ShellVariables {
  const [program = "", ...rest] = run.map(({ value }) => value);
  if (/^(?:export|local|declare|typeset|readonly)$/.test(program))
    return rest
      .filter((each) => /^\w+\+?=/.test(each))
      .reduce((all, written) => withAssignment(written, all), known);
  if (program === "for" && rest[1] === "in") {
    const values = run.slice(3);
    const isKnown = values.every(({ isBuilt }) => !isBuilt);
    const each = isKnown ? values.map(({ value }) => value).slice(0, MAX_EXPANDED) : [];
    return new Map([...known, [rest[0] ?? "", each]]);
  }
  const isRead = /^(?:read|mapfile|readarray|getopts)$/.test(program);
  const set = isRead ? rest.filter((each) => /^\w+$/.test(each)) : [];
  if (program === "printf" && rest[0] === "-v") set.push(rest[1] ?? "");
  return set.length === 0 ? known : new Map([...known, ...set.map((name) => [name, []] as const)]);
}

/** The words of one command, for a pattern with single spaces. */
export function toPlainText({ words }: MeantCommand): string {
  return words.map(({ value }) => value).join(" ");
}

/** A shell whose commands come from a source other than plain text in this call. */
export function isFedUnknown(command: MeantCommand): boolean {
  const { run, pipedFrom, redirections } = command;
  const [program, ...rest] = run;
  if (program === undefined) return false;
  const name = programOf(program);
  if (program.isUnknown) return true;
  const reads = /^(?:eval|source|\.)$/.test(name);
  if ((reads || isShell(name)) && hereStrings(command).some(({ isUnknown }) => isUnknown)) return true;
  if (reads) return rest.some(({ isUnknown }) => isUnknown);
  if (!isShell(name)) return false;
  const isCode = (i: number) => /^-\w*c$/.test(rest[i - 1]?.value ?? "");
  if (rest.some(({ value, isUnknown }, i) => isCode(i) && value !== "" && isUnknown)) return true;
  const readsInput = !rest.some(({ value }) => !value.startsWith("-"));
  if (!readsInput || redirections.some(({ operator }) => operator.includes("<<"))) return false;
  return pipedFrom !== undefined && !isLiteral(pipedFrom);
}

/** `echo "…" | sh`: the command contains the text itself. */
export function isLiteral({ run }: MeantCommand): boolean {
  return /^(?:echo|printf)$/.test(run[0]?.value ?? "") && run.every(({ isUnknown }) => !isUnknown);
}

function toCommand(
  command: ShellCommand,
  known: ShellVariables,
  variables: ShellVariables,
  cwd: string | undefined,
  previous: MeantCommand | undefined,
): Omit<MeantCommand, "run"> {
  return {
    words: command.words.flatMap((word) => toWords(word, known)),
    assigned: command.assignments.flatMap(({ value }) => putIn(value.slice(value.indexOf("=") + 1), known)),
    redirections: command.redirections.flatMap(({ operator, target }) =>
      target === undefined ? [] : toWords(target, known).map((word) => ({ operator, target: word })),
    ),
    heredocs: command.heredocs,
    cwd,
    pipedFrom: /^\|&?$/.test(command.before) ? previous : undefined,
    variables,
  };
}

/** `env -C DIR …`: the same command, in another folder. */
function inItsFolder(command: Omit<MeantCommand, "run">): Omit<MeantCommand, "run"> {
  const { words, cwd } = command;
  const at = words.findIndex(({ value }) => /^(?:-C|--chdir)(?:=|$)/.test(value));
  if (at < 1 || programOf(words[0]) !== "env") return command;
  const joined = /=(.+)$/.exec(words[at]?.value ?? "")?.[1];
  const folder = joined ?? words[at + 1]?.value ?? ".";
  const rest = words.filter((_, i) => i !== at && (joined !== undefined || i !== at + 1));
  return { ...command, words: rest, cwd: cwd === undefined ? undefined : resolve(cwd, folder) };
}

function toWords({ value, quoted }: ShellWord, known: ShellVariables): MeantWord[] {
  const each = quoted ? [value] : expandBraces(value);
  const words = each.flatMap((word) => putIn(toHome(word), known));
  // Without quotes, the shell splits expanded values.
  return words.flatMap((word) =>
    quoted || word.isUnknown || !/\s/.test(word.value)
      ? [word]
      : word.value.split(/\s+/).flatMap((value) => (value === "" ? [] : [{ ...word, value }])),
  );
}

/** `~+` is the command's folder. Only the shell knows the folders of other users and of its stack. */
const toHome = (word: string): string =>
  word
    .replace(/^~(?=\/|$)/, homedir())
    .replace(/^~\+(?=\/|$)/, "$PWD")
    .replace(/^~[\w-][\w.+-]*(?=\/|$)/, "$(~)");

const REFERENCE =
  /\$\{(\w+)(?::?[-=]([^{}$`]*))?\}|\$(\w+)|\$\(\s*(?:echo|printf(?:\s+%s)?)\s+([\w./-]+)\s*\)|`\s*echo\s+([\w./-]+)\s*`/g;
/** Substitutions that cannot produce a freely chosen name. */
const HARMLESS =
  /\$\(\s*(?:mktemp|pwd|date|nproc|uname|whoami|hostname|id|seq|wc|git (?:rev-parse|describe|log|branch|merge-base))\b[^()$`]*\)/g;
const BUILT = /\$\(|`|\$\{\w*[^\w}]|\$[\d@*]|\$\{[\d@*]|[<>]\(/;

const TEMPORARY = /\$\(\s*mktemp(?:\s+-d)?(?:\s+\/(?:var\/)?tmp\/[\w.-]*)?\s*\)/g;

/** `${d%X}`, `${d/a/b}`, `${d^^}` with a known value. */
function cutValues(text: string, known: ShellVariables): string {
  return text.replace(
    /\$\{(\w+)(%%?|##?|\/\/?|\^\^|,,)([^{}$`*?[\]]*)\}/g,
    (whole, name: string, sign: string, rest: string) => {
      const [value, ...others] = known.get(name) ?? [];
      if (value === undefined || others.length > 0 || BUILT.test(value)) return whole;
      const [part = "", other = ""] = rest.split("/");
      if (sign === "^^" || sign === ",,") return sign === ",," ? value.toLowerCase() : value.toUpperCase();
      if (sign.startsWith("/"))
        return sign === "/" ? value.replace(part, () => other) : value.replaceAll(part, () => other);
      if (sign.startsWith("%"))
        return value.endsWith(rest) ? value.slice(0, value.length - rest.length) : value;
      return value.startsWith(rest) ? value.slice(rest.length) : value;
    },
  );
}

function putIn(original: string, known: ShellVariables): MeantWord[] {
  const written = cutValues(original, known);
  const text = known.has("TMPDIR") ? written : written.replace(TEMPORARY, `${tmpdir()}/tmp.XXXXXXXXXX`);
  let all = [{ value: "", end: 0, isTainted: false }];
  for (const found of text.matchAll(REFERENCE)) {
    const [whole, braced, otherwise, bare, said, ticked] = found;
    const values = known.get(braced ?? bare ?? "") ?? known.get(ANY_OTHER);
    const fixed = said ?? ticked ?? (values === undefined ? otherwise : undefined);
    const each = fixed === undefined ? (values ?? []) : [fixed];
    const next = each.length === 0 ? [whole] : each;
    const isTainted = fixed === undefined && values?.length === 0;
    all = all.flatMap((one) =>
      next.map((value) => ({
        value: one.value + text.slice(one.end, found.index) + value,
        end: found.index + whole.length,
        isTainted: one.isTainted || isTainted,
      })),
    );
    if (all.length > MAX_EXPANDED) all.length = MAX_EXPANDED;
  }
  return all.map(({ value: start, end, isTainted }) => {
    const value = start + text.slice(end);
    return {
      value,
      isUnknown: /\$[\w{(@*#?!-]|`|[<>]\(/.test(value),
      isBuilt: isTainted || BUILT.test(value.replace(HARMLESS, "")),
    };
  });
}

const MAX_EXPANDED = 64;

/** `secret{s,z}/k`. Nested braces are expanded from the outside in. */
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

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** `$'\x73ecrets'` is an ordinary name. */
function withoutAnsiQuotes(text: string): string {
  return text.replace(/\$'((?:[^'\\]|\\[\s\S])*)'/g, (_, body: string) => {
    const plain = body.replace(
      /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3})|([\s\S]))/g,
      (whole, hex?: string, unicode?: string, octal?: string, sign?: string) => {
        const code = hex ?? unicode;
        if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
        if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
        return /^[\\'"]$/.test(sign ?? "") ? (sign ?? "") : (ESCAPES[sign ?? ""] ?? whole);
      },
    );
    return `'${plain.replaceAll("'", "'\\''")}'`;
  });
}

function folderAfter({ run }: MeantCommand, here: string | undefined): string | undefined {
  const target = run.slice(1).find(({ value }) => !/^-(?:[LPe@]+|-)$/.test(value));
  if (target === undefined) return homedir();
  if (target.isUnknown || target.value === "-") return undefined;
  if (here === undefined && !target.value.startsWith("/")) return undefined;
  const folder = resolve(here ?? "/", target.value);
  // Every path from there would be looked up folder by folder.
  return folder.split("/").length > 100 ? undefined : folder;
}
