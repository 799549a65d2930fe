/** The error in an output: its most informative line, the names in it, and a key for recognizing it. */
import { quote } from "../../text/quote.ts";
import { normalizeLine } from "./normalize.ts";
import type { DigestFailure } from "./types.ts";

const ERROR_CHARACTERS = 200;
/** A very long line is data; its beginning names the mistake. */
const LOOKED_AT = 500;
const MOST_COMPLAINTS = 8;
const MOST_FRAMES = 6;
const MOST_NAMES = 24;

interface Cause {
  /** The line to show. */
  error: string;
  /** Without what varies. */
  text: string;
  /** The names in that line, then those in the other error lines and the stack. */
  names: string[];
  /** All error lines without varying parts: elsewhere the same error may begin with other lines. */
  lines: string[];
}

/** A line that reports only the failure itself, or where it ran. */
const BARE =
  /^(?:Exit code \d+|FAIL|FAILED|error|failed|ERROR|error: command failed|\S*\s*ERROR:? task failed|\[[\w:.-]+\] (?:ERROR .*|\$ .*)|\$ .*|> (?!.*(?:not found|requires|failed to|could not|cannot)\b).*|exit status \d+|g?make(?:\[\d+\])?: \*\*\*(?! No (?:rule|targets)).*|npm (?:ERR!|error) (?:code|errno|syscall|path|command|A complete log|Lifecycle|workspace|location|\s*at ).*|npm (?:ERR!|error)$|npm (?:ERR!|error) (?:While resolving|Found|node_modules|Could not resolve dependency|peer|$).*|npm (?:warn|WARN) .*|.*ELIFECYCLE.*|error: script .* exited with code \d+|FAIL\s+\S+(?:\s+[\d.]+s|\s+\[.*\])?|ok\s+\S+.*|\?\s+\S+.*|--- (?:PASS|SKIP).*|=== \w+.*|\d+ (?:issues?|problems?|errors?)\b.*|\d+ (?:pass|fail)|\* \w+: \d+|Found \d+ errors?\b.*|Traceback \(most recent call last\):|# \S+(?: \[\S+\])?|error: aborting due to.*|For more information.*|node:internal.*|throw .*|\s*at .*|Node\.js v.*|hint: .*|!{3,} .* !{3,}|https?:\/\/\S+|\s*\^+\s*|Warning: .*|ℹ .*|TAP version.*|FAILURE: Build failed with an exception\.|\* What went wrong:|BUILD FAIL.*|Failed to compile\.|Aborted\b.*|rake aborted!|Unable to find image .* locally|compilation terminated\.)$/i;

/** From the most reliable sign down. The first line with the best sign is the cause. */
const SIGNS: readonly RegExp[] = [
  /files were modified by this hook|command not found|not found: \S+$|unrecognized (?:sub)?command|unknown (?:flag|option|command|shorthand)|unexpected argument|missing script|script not found|Unknown skill|Agent type|no rule to make target|ECONNREFUSED|EADDRINUSE|connection refused|address already in use|cannot connect to the docker/i,
  /\berror(?:\[E\d+\]| TS\d+)|^panic: |^\s*(?:\w+[.\\:]+)*\w*(?:Error|Exception)\b(?: \[\w+\])?: |^\s*E {2,}\S|^\S+:\d+:\d+:? .*(?:\([\w./, -]+\)$|\berror\b|\bundefined\b|\bcannot\b|\bunused\b)/,
  /^--- FAIL|^\s*(?:✗|✖|×|●) |^not ok \d|^FAIL(?:ED)? \S+|^\(fail\)|^\S+:\d+(?::\d+)?:? \S|^\s+\d+:\d+\s+error\s/,
  /^(?:fatal|error|err!|npm (?:ERR!|error))\b[: ]|\b(?:no such file|permission denied|not found|cannot|could not|unable to|is not set|invalid|missing|refused|timed? ?out|failed to|conflict|denied|expected|would be overwritten|already in use|EADDRINUSE|ECONNREFUSED|tell me who you are|required|requires|unsupported|not up to date|does not|doesn't|do not exist|couldn't|can't|no matching)\b/i,
  /\b(?:error|fail(?:ed|ure)?|fatal|panic|exception|not ok|abort(?:ed|ing)?)\b/i,
];

export function causeOf(text: string, project: string): Cause | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.slice(0, LOOKED_AT).trimEnd())
    .filter((line) => line.trim() !== "");
  const telling = lines.filter((line) => !BARE.test(line.trim()));
  let best = SIGNS.length;
  let chosen: string[] = [];
  for (const line of telling) {
    const rank = SIGNS.findIndex((sign) => sign.test(line));
    if (rank < 0 || rank > best) continue;
    if (rank < best) chosen = [];
    best = rank;
    chosen.push(line);
  }
  // Python prints the error at the end of its traceback; all others at the beginning.
  const isTraceback = lines.some((line) => line.startsWith("Traceback "));
  const raised = isTraceback ? lines.findLast((line) => /^[\w.]+: \S/.test(line)) : undefined;
  const first = raised ?? (isTraceback ? chosen.at(-1) : chosen[0]) ?? telling.find(isTelling);
  if (first === undefined || !isTelling(first)) return undefined;
  const error = shown(first);
  const cause = toCauseText(error);
  const others = chosen.filter((line) => line !== first).slice(0, MOST_COMPLAINTS);
  const names = new Set([
    ...namesIn(first, project),
    ...hintsIn(text),
    ...codeIn(lines),
    ...others.flatMap((line) => namesIn(line, project)),
    ...framesIn(lines, project),
  ]);
  return { error, text: cause, names: [...names].slice(0, MOST_NAMES), lines: complaintsIn(first, telling) };
}

const shown = (line: string): string => quote(line.replace(/━{3,}/g, "").trim(), ERROR_CHARACTERS);

/** A line of placeholders only cannot be recognized again. */
function isTelling(line: string): boolean {
  const error = shown(line);
  return CODE.test(error) || lettersIn(toCauseText(error)) >= 3;
}

const lettersIn = (text: string): number => text.replace(/<\w+>/g, "").replace(/[^\p{L}]/gu, "").length;

const MOST_LINES = 5;
const LEAST_LETTERS = 12;
/** Phrases that every program uses for its own mistakes. The next such failure has another cause. */
const GENERAL =
  /\bassert|\bexpect|typeerror|referenceerror|^(?:--- )?fail(?:ed)? (?:<|test)|^fail\b|segmentation|timed? ?out|process completed|panicked at|exit(?:ed|s)?(?: with)?(?: error)? (?:code|status)|build failed|errors? occurred\W*$|tests? failed/;

/** The chosen line, then the others with a clear sign, each once. */
function complaintsIn(first: string, telling: readonly string[]): string[] {
  const signed = telling
    .map((line) => line.trim())
    .map((line) => ({ line, rank: SIGNS.findIndex((sign) => sign.test(line)) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank);
  const lines = new Set<string>();
  for (const line of [first, ...signed.map((one) => one.line)]) {
    const text = toCauseText(shown(line));
    const isCode = /^[A-Z]{1,8}\d{3,5}$/.test(text);
    if (isCode || (lettersIn(text) >= LEAST_LETTERS && !GENERAL.test(text))) lines.add(text);
    if (lines.size === MOST_LINES) break;
  }
  return [...lines];
}

/** Two error lines are the same if most of their words are; the rest are names. */
const SAME_WORDS = 0.7;
const LEAST_OF_SENTENCE = 6;

export function isSameLine(a: string, b: string): boolean {
  const [wordsA, wordsB] = [a.split(" "), b.split(" ")];
  const common = wordsA.filter((word) => wordsB.includes(word)).length;
  // One of them has a second sentence.
  const isWithin = common >= LEAST_OF_SENTENCE && (a.startsWith(`${b} `) || b.startsWith(`${a} `));
  return isWithin || (2 * common) / (wordsA.length + wordsB.length) >= SAME_WORDS;
}

/** The name of a rule or an error is more specific than the sentence around it. */
const CODE =
  /\b(?:error )?(TS\d{4,5})\b|error\[(E\d{4})\]|\b(SC\d{4})\b|\b([A-Z]{1,8}\d{3,5}): |\(([a-z][\w/-]*(?:, [a-z][\w/-]*)*)\)$|\s{2,}((?:@[\w-]+\/)?[a-z][\w-]+(?:\/[\w-]+)+|[a-z]+(?:-[a-z]+)+)$/;

function toCauseText(line: string): string {
  const code = CODE.exec(line)
    ?.slice(1)
    .find((group) => group !== undefined);
  if (code !== undefined) return code;
  const said = line.replace(/^\S+?:\d+(?::\d+)?:?\s+/, "").replace(/^\[[\w:.-]+\]\s*/, "");
  const text = normalizeLine(said);
  // The whole text is in quotes.
  return lettersIn(text) >= 3 ? text : normalizeLine(said.replace(/["'`“”‘’]/g, ""));
}

const EXTENSION =
  "[cm]?[jt]sx?|go|py|rs|rb|java|kt|cs|cpp|c|h|hpp|php|swift|vue|svelte|css|scss|html|jsonc?|ya?ml|toml|md|mdx|sh|sql|lock|txt|cfg|conf|ini|env|xml|csv|proto|gradle|mod|sum|db|sqlite|pem|key|crt|tmpl|tpl";

const NAMES: readonly RegExp[] = [
  // Commands, variables, ports, modules: the sentence says what they are.
  /(?:^|\s|: )([^\s:'"`]+): (?:command )?not found/g,
  /(?:command not found|not found|undefined|no such file or directory|Unknown skill|unknown (?:flag|option|command|shorthand flag)|no such (?:command|option|task))[:,] ['"`]?([^\s'"`,;]+)/gi,
  /\b([A-Z][A-Z0-9_]{2,})\b(?= (?:is|was|must|has|environment|env|not|missing|undefined|required|unset|variable)\b)/g,
  /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g,
  /(?:EADDRINUSE|ECONNREFUSED|already in use|refused)\D*?(?:[\d.]+|\[?::1?\]?|localhost|:)*:(\d{2,5})\b/g,
  /\bport (\d{2,5})\b/gi,
  /(?:package|module|crate|dependency|provides package|import) ["'`]?([@\w][\w./@-]+)/gi,
  // Quoted, flags, paths, names that only code has.
  /[`"'“‘]([^`"'“”‘’\s]{1,100})[`"'”’]/g,
  /(?<![\w-])(--?[a-zA-Z][\w-]+)/g,
  /((?:[A-Za-z]:|~|\.{1,2})?(?:[\w.@+-]*[\\/])+[\w.@+-]*[\w+-])/g,
  new RegExp(`(?<![\\w/.])((?:[\\w@+-][\\w.@+-]*)?\\.(?:${EXTENSION}))\\b(?![/\\w])`, "g"),
  /\b([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[a-z]\w*_\w+)\b/g,
  /\b(TS\d{4,5}|SC\d{4}|E\d{4})\b|\(([a-z][\w-]+)\)$|\s{2,}([a-z]+(?:-[a-z]+)+)$/g,
];

/** Files, packages, commands, flags, variables, ports, rules: in the order of the list, each once. */
export function namesIn(line: string, project: string): string[] {
  const found = new Set<string>();
  for (const pattern of NAMES) {
    for (const match of line.matchAll(pattern)) {
      const name = toName(match.slice(1).find((group) => group !== undefined) ?? "", project);
      if (name.length > 1 && !/^(?:or|and|the|is|not|https?|error)$/i.test(name)) found.add(name);
    }
  }
  return [...found];
}

function toName(raw: string, project: string): string {
  const root = `${project.replace(/\/+$/, "")}/`;
  return raw
    .replace(/^file:\/\//, "")
    .replace(root, "")
    .replace(/^\.\//, "")
    .replace(/(?::\d+){1,2}$/, "")
    .replace(/\(\d+,\d+\)$/, "")
    .replace(/[,;:.)]+$/, "");
}

const HINT =
  /(?:`|'|"|^[\s║│|]*|\b(?:run|try|use|with):? )((?:npm|npx|pnpm|yarn|bun|pip3?|uv|poetry|go|cargo|git|bundle|gem|composer|make|docker|alembic|rails|python3? -m|prisma|mvn|\.\/gradlew|gradle|dotnet|terraform|aws|gcloud|az|php|mix|flutter|dart|pod|rustup) [a-z][^`'"\n#]{1,60}?)(?=`|'|"|\s*$|\s{2,}|\s+(?:to|before|and|or|if|first)\b|[.,;] )/gm;
const MOST_HINTS = 4;

/** Commands that the output itself recommends: "please run `npm install`". */
function hintsIn(text: string): string[] {
  const found = new Set<string>();
  for (const [, hint = ""] of text.slice(-4000).matchAll(HINT)) {
    // General advice, not a cure.
    if (!/^(?:npm (?:run|help|fund|audit)|git (?:status|add|commit|push|help))\b/.test(hint))
      found.add(hint.trim());
    if (found.size === MOST_HINTS) break;
  }
  return [...found];
}

/** The source shown above a marker: `^^^` or `~~~`. */
function codeIn(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => /^[\s|]*[\^~]+[\s^~]*$/.test(line));
  const code = at < 1 ? "" : (lines[at - 1] ?? "").replace(/^[>\s]*\d*\s*[|│]?\s*/, "").trim();
  return code.length >= 6 && code.length <= 80 ? [code] : [];
}

const FRAME =
  /^\s*File "([^"]+)", line \d+|(?:^|[\s('"])(?:file:\/\/)?((?:\/|\.{1,2}\/)?[\w@+-][\w@.+/-]*\.\w+)(?::\d+(?::\d+)?(?=[\s)'":,]|$)|\(\d+,\d+\))/;

/** Files of the project in which the error occurred. */
function framesIn(lines: readonly string[], project: string): string[] {
  const files = new Set<string>();
  for (const line of lines) {
    const match = FRAME.exec(line)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (match === undefined) continue;
    const file = toName(match, project);
    if (!/^(?:node:|\/|<)|node_modules|site-packages/.test(file)) files.add(file);
    if (files.size === MOST_FRAMES) break;
  }
  return [...files];
}

/** The same error about the same names. */
export function isSameFailure(
  a: Pick<DigestFailure, "key" | "error">,
  b: Pick<DigestFailure, "key" | "error">,
): boolean {
  return a.key === b.key && namesIn(a.error, "").join(" ") === namesIn(b.error, "").join(" ");
}

/** `a/b.go` is `b.go` for a program that runs in `a`. */
export function isSameFile(a: string, b: string): boolean {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}
