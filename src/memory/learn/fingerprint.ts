/**
 * What an error is, so that it is known again: the tool, what the command is for, and the telling lines without
 * what varies. A check complains about several things at once; each of them is known again by itself.
 */

import type { Observation } from "../records/records.ts";
import { inProject } from "../records/summary.ts";
import { inputField } from "../text/input-text.ts";
import { quote } from "../text/quote.ts";
import { type CommandKind, commandKind, commandsIn, looksFailed } from "./command-text.ts";
import { normalizeLine, withoutAnsi } from "./normalize.ts";
import { isNotAnError } from "./not-an-error.ts";
import type { ErrorLine, Failure } from "./types.ts";

const MOST_LINES = 5;
const LINE_CHARACTERS = 240;
/** A line without an end is data; what is wrong stands at its beginning. */
const LOOKED_AT = 500;

/** What a call was for, and the failure that it shows. */
interface Shown {
  project: string;
  /** Of a Bash call. */
  main: MainCommand | undefined;
  failure: Failure | undefined;
}

/** Solutions and files are learned from the same calls, one after the other. */
const shown = new WeakMap<Observation, Shown>();

export function shownBy(call: Observation, project: string): Shown {
  const known = shown.get(call);
  if (known?.project === project) return known;
  const main =
    call.toolName === "Bash" ? mainCommand(inputField(call.input, "command") ?? "", project) : undefined;
  const found = { project, main, failure: failureOf(call, main, project) };
  shown.set(call, found);
  return found;
}

/** The failure that a call shows; undefined when it went well or when there is nothing to learn from it. */
export function toFailure(call: Observation, project: string): Failure | undefined {
  return shownBy(call, project).failure;
}

function failureOf(call: Observation, main: MainCommand | undefined, project: string): Failure | undefined {
  const failed = !call.ok || (main?.kind !== undefined && looksFailed(main.kind, call.response));
  if (!failed || isNotAnError(call)) return undefined;
  const subject = main?.command ?? (call.files[0] === undefined ? "" : inProject(call.files[0], project));
  const lines = toErrorLines(call.response, `${call.toolName}/${main?.kind ?? ""}`, project);
  if (lines.length === 0) return undefined;
  const exitCode = exitCodeOf(call.response);
  return {
    tool: call.toolName,
    ...(main?.kind === undefined ? {} : { kind: main.kind }),
    subject,
    ...(exitCode === undefined ? {} : { exitCode }),
    lines,
  };
}

interface MainCommand {
  command: string;
  kind?: CommandKind;
}

/** Of a chain, the command that it is for: the last check, else the last that does something, else the last. */
export function mainCommand(line: string, project: string): MainCommand | undefined {
  const known = commandsIn(line).map((typed) => {
    const command = fromRoot(typed, project);
    const kind = commandKind(command.replace(/^cd \S+ && /, ""));
    return { command, ...(kind === undefined ? {} : { kind }) };
  });
  const does = known.filter(({ kind }) => kind !== undefined);
  return does.findLast(({ kind }) => kind !== "other") ?? does.at(-1) ?? known.at(-1);
}

function fromRoot(command: string, project: string): string {
  const root = project.replace(/\/+$/, "");
  if (root === "") return command;
  const here = `cd ${root} && `;
  return (command.startsWith(here) ? command.slice(here.length) : command).replaceAll(`${root}/`, "");
}

function exitCodeOf(output: string): number | undefined {
  const code = /^(?:Error: )?Exit code (\d+)/m.exec(output)?.[1];
  return code === undefined ? undefined : Number(code);
}

/** Says that it failed and nothing else, or only where it ran. */
const BARE =
  /^(?:Exit code \d+|FAIL|FAILED|error|failed|ERROR|\S*\s*ERROR task failed|\[[\w:.-]+\] (?:ERROR .*|\$ .*)|exit status \d+|make: \*\*\*.*|npm (?:ERR!|error) (?:code|errno|path|command|A complete log).*|.*ELIFECYCLE.*|error: script .* exited with code \d+|FAIL\s+\S+(?:\s+[\d.]+s|\s+\[.*\])?|ok\s+\S+.*|\?\s+\S+.*|--- (?:PASS|SKIP).*|=== \w+.*|\d+ (?:issues?|problems?|errors?)\b.*|\* \w+: \d+|Found \d+ errors?\b.*|Traceback \(most recent call last\):|# \S+(?: \[\S+\])?|error: aborting due to.*|For more information about this error.*)$/i;

/** From the surest sign down. A line is taken for the first of them that it shows. */
const DISTINCTIVE: readonly RegExp[] = [
  /\berror(?:\[E\d+\]| TS\d+)|^\S+:\d+(?::\d+)?:? .*(?:\([\w./-]+\)|\berror\b|\bundefined\b|\bcannot\b|\bunused\b)|^panic: |^(?:\w+\.)*\w*(?:Error|Exception)\b: |^\s*E {2,}\S/,
  /^--- FAIL|^\s*(?:✗|✖|×|●) |^FAIL(?:ED)? \S+|^\S+:\d+(?::\d+)?:? \S/,
  /^(?:fatal|error|err!|npm (?:ERR!|error))\b[: ]|\b(?:command not found|no such file|permission denied|not found|cannot|could not|unable to|unknown (?:flag|option|command)|unrecognized|invalid|missing|refused|timed? ?out|failed to|conflict|denied|expected)\b/i,
  /error|fail|exception|undefined|unexpected/i,
];

/** Warnings, progress and stack frames do not say what is wrong. */
const NOISE =
  /^\s*(?:at .+[:(]\d|\^+~*|~+|\|.*|-->.*|\d+ \|.*|=+|-+|warning\b.*|npm warn.*|hint:.*|info\b.*|\[?\d+%.*|Downloading.*|Compiling.*|goroutine \d+.*|\S+\.go:\d+ \+0x.*)$/i;

/** What a program wrote into its log while it ran. */
const LOGGED = /\b(?:INFO|DEBUG|TRACE|WARN(?:ING)?)\b|\blevel=(?:info|debug|warn)/;

/** The lines that say what is wrong, the most telling first, each complaint once. */
export function toErrorLines(output: string, scope: string, project: string): ErrorLine[] {
  const all = withoutAnsi(output).split("\n");
  const lines = all
    .map((line, index) => ({ text: line.trim().slice(0, LOOKED_AT), code: codeUnder(all[index + 1]) }))
    .filter(({ text }) => text !== "" && !BARE.test(text) && !NOISE.test(text) && !LOGGED.test(text));
  const ranked = lines
    .map((line) => ({ ...line, rank: DISTINCTIVE.findIndex((sign) => sign.test(line.text)) }))
    .filter(({ rank }) => rank >= 0);
  const best = Math.min(...ranked.map(({ rank }) => rank));
  const chosen = ranked.length > 0 ? ranked.filter(({ rank }) => rank === best) : lines.slice(0, 1);
  const found = new Map<string, ErrorLine>();
  for (const { text, code } of chosen) {
    const fingerprint = toFingerprint(scope, text);
    if (fingerprint === undefined || found.has(fingerprint)) continue;
    const file = fileIn(text, project);
    found.set(fingerprint, {
      fingerprint,
      text: quote(text, LINE_CHARACTERS),
      ...(file === undefined ? {} : { file }),
      ...(code === undefined ? {} : { code }),
    });
    if (found.size === MOST_LINES) break;
  }
  return [...found.values()];
}

/** Checkers show the source under the complaint, indented or behind its line number. */
function codeUnder(line: string | undefined): string | undefined {
  const code = /^(?:\s*\d+ \||\s{2,}|\t)\s*(\S.*)$/.exec((line ?? "").slice(0, LOOKED_AT))?.[1]?.trim();
  return code === undefined || !/\w{2}/.test(code) ? undefined : code;
}

/** A rule's or an error's own name says more than the sentence around it, which names what it found. */
const CODE =
  /\b(?:error )?(TS\d{4,5})\b|error\[(E\d{4})\]|\b(SC\d{4})\b|\b([A-Z]{1,4}\d{3,4}): |\(([a-z][\w/-]*(?:, [a-z][\w/-]*)*)\)$|\s{2,}((?:@[\w-]+\/)?[a-z][\w-]+(?:\/[\w-]+)+|[a-z]+(?:-[a-z]+)+)$/;

function toFingerprint(scope: string, line: string): string | undefined {
  const text = normalizeLine(line.replace(/^\S+?:\d+(?::\d+)?:?\s*/, "").replace(/^\[[\w:.-]+\]\s*/, ""));
  // Nothing but placeholders is nothing to know again.
  if (text.replace(/<\w+>/g, "").replace(/[^\p{L}]/gu, "").length < 4) return undefined;
  return new Bun.CryptoHasher("sha256").update(`${scope}\n${text}`).digest("hex").slice(0, 16);
}

/** The name of the rule that an error line cites, such as `TS2345`, `errcheck` or `no-unused-vars`. */
export function ruleOf(line: string): string | undefined {
  return CODE.exec(line)
    ?.slice(1)
    .find((group) => group !== undefined);
}

function fileIn(line: string, project: string): string | undefined {
  const named =
    /(?:^|[\s("'`])((?:[A-Za-z]:)?[\w./\\@+-]*[\w-]\.[A-Za-z]\w{0,5})(?=[:("'`\s]\d|:\d|["'`)\s,:]|$)/.exec(
      line,
    )?.[1];
  return named === undefined ? undefined : inProject(named.replace(/^\.\//, ""), project);
}
