/**
 * Finds an earlier fix of a failure by its cause: the same key, and the names in the error must match. A corrected call, or a
 * fix that the failure itself points at, may be offered after one session; all others take two.
 */

import { cut } from "../../text/quote.ts";
import { namesIn } from "../digest/cause.ts";
import { applyDifference } from "../digest/difference.ts";
import { isIrreversible } from "../digest/irreversible.ts";
import { isNamedBy } from "../digest/remedies.ts";
import { folderOption, plainCommand } from "../digest/same-task.ts";
import type { Cure, DigestFailure, SessionDigest } from "../digest/types.ts";
import { earlierFailures, similarFailures } from "./earlier-failures.ts";

/** One session may be chance. */
const SESSIONS_NEEDED = 2;
const SHARE_NEEDED = 0.5;

interface CureItem {
  kind: "cure";
  text: string;
  /** The fix in its offered form: a corrected call is already adapted to the new command. */
  cure: Cure;
  /** The latest occurrence. */
  sessionId: string;
  observation: string;
  at: number;
  /** The number of sessions with it. */
  sessions: number;
  /** The other member of the team who saw it last. */
  author?: string;
}

interface Seen {
  digest: SessionDigest;
  failure: DigestFailure;
  cure: Cure;
}

/** Returns at most one fix. `past` holds the project's earlier sessions, newest first. */
export function cureFor(failure: DigestFailure, past: readonly SessionDigest[]): CureItem | undefined {
  const { lines = [] } = failure;
  return (
    cureAmong(failure, earlierFailures(past, failure.key)) ??
    (lines.length === 0 ? undefined : cureAmong(failure, similarFailures(past, lines), isFreeOfCommand))
  );
}

/** Fixes that may help another command too: a changed condition, not a file edit. */
function isFreeOfCommand(cure: Cure): boolean {
  if (cure.kind === "file") return cure.text.startsWith("created ");
  return cure.kind === "command" || cure.kind === "run" || cure.isSole === true;
}

function cureAmong(
  failure: DigestFailure,
  same: ReturnType<typeof earlierFailures>,
  isWanted: (cure: Cure) => boolean = () => true,
): CureItem | undefined {
  const groups = new Map<string, Seen[]>();
  for (const { digest, failure: found } of same.cured) {
    const cure = found.cure === undefined ? undefined : fittingCure(failure, found, found.cure);
    if (cure === undefined || !isWanted(cure)) continue;
    const id = identityOf(cure);
    const group = groups.get(id);
    const one = { digest, failure: found, cure };
    if (group === undefined) groups.set(id, [one]);
    else group.push(one);
  }
  let best: { seen: Seen[]; sessions: number; weight: number } | undefined;
  for (const seen of groups.values()) {
    const sessions = new Set(seen.map(({ digest }) => digest)).size;
    const share = Math.min(1, sessions / Math.max(1, same.sessions));
    if (!isBelievable(failure, seen, sessions, share)) continue;
    const weight = share * sessions;
    if (best === undefined || weight > best.weight) best = { seen, sessions, weight };
  }
  const latest = best?.seen[0];
  if (best === undefined || latest === undefined) return undefined;
  return {
    kind: "cure",
    text: `${best.sessions === 1 ? "Seen once: " : ""}${cureText(failure, latest.cure, latest.failure.at)}`,
    cure: latest.cure,
    sessionId: latest.digest.sessionId,
    observation: latest.failure.observation,
    at: latest.failure.at,
    sessions: best.sessions,
    ...(latest.digest.author === undefined ? {} : { author: latest.digest.author }),
  };
}

/** Adapts the fix to this failure; undefined if it does not apply. */
function fittingCure(failure: DigestFailure, before: DigestFailure, cure: Cure): Cure | undefined {
  if (cure.kind === "environment" && cure.isSole === true) return withVariables(failure, cure);
  if (cure.kind === "run") return runFor(failure, before, cure);
  if (cure.kind === "folder" && programOf(failure) !== programOf(before)) return undefined;
  if (cure.kind !== "command") return cure;
  const withOwnValue = renamedFor(failure, before, cure);
  if (withOwnValue !== undefined) return withOwnValue;
  if (failure.command === undefined || before.command === undefined) {
    return failure.names.includes(cure.removed[0] ?? "") ? cure : undefined;
  }
  if (cure.removed.length > 0 && !haveCommonNames(failure, before)) return undefined;
  const names = renamed(before.error, failure.error);
  // If the correction added a name from the old error, the new error has its own name for it: a branch, a package.
  const own = (word: string): string =>
    cure.added.includes(word)
      ? [...names].reduce(
          (text, [old, now]) => (old.includes("/") || text === old ? text.replace(old, now) : text),
          word,
        )
      : word;
  const instead = applyDifference(failure.command, before.command, {
    ...cure,
    instead: cure.instead.split(" ").map(own).join(" "),
    added: cure.added.map(own),
  });
  return instead === undefined || isIrreversible(instead) ? undefined : { ...cure, instead };
}

const programOf = ({ command = "" }: DigestFailure): string => command.split(" ")[0] ?? "";

/** Builds the step with the new failure's names instead of the old failure's. */
function runFor(
  failure: DigestFailure,
  before: DigestFailure,
  cure: Extract<Cure, { kind: "run" }>,
): Cure | undefined {
  const names = renamed(before.error, failure.error);
  const command = cure.command.replace(/[\w@][\w@./-]*/g, (word) => names.get(word) ?? word);
  return isOfAnother(failure, command) || isIrreversible(command) ? undefined : { ...cure, command };
}

/** Aligns two errors of the same form, and maps each changed word. */
function renamed(before: string, now: string): Map<string, string> {
  const parts = (text: string): string[] => text.match(/[\w@][\w@./-]*/g) ?? [];
  const [old, own] = [parts(before), parts(now)];
  const names = new Map<string, string>();
  if (old.length !== own.length) return names;
  for (const [at, word] of old.entries())
    if (word !== own[at] && word.length > 1) names.set(word, own[at] ?? word);
  return names;
}

/** The same variable before the new command. */
function withVariables(
  failure: DigestFailure,
  cure: Extract<Cure, { kind: "environment" }>,
): Cure | undefined {
  const [variables = ""] = /^(?:\w+=\S* )+/.exec(cure.text) ?? [];
  const [name = ""] = variables.split("=");
  const command = failure.command ?? "";
  return variables === "" || command.includes(`${name}=`)
    ? undefined
    : { ...cure, text: `${variables}${command}` };
}

/** A branch of another session, or a word that the failed line already contained. */
function isOfAnother({ command = "", names }: DigestFailure, cure: string): boolean {
  if (command !== "" && command.includes(cure)) return true;
  const [, rest] = /^git (?:pull|fetch|checkout|switch|rebase|merge)\b(.*)/.exec(cure) ?? [];
  const words = (rest ?? "")
    .split(" ")
    .filter((word) => word !== "" && !/^-|^(?:origin|upstream|HEAD|main|master)$/.test(word));
  return words.some((word) => !names.includes(word));
}

/** If the old error named the added value, the new error supplies its own: `--features gltf`, `--features tui`. */
function renamedFor(
  failure: DigestFailure,
  before: DigestFailure,
  cure: Extract<Cure, { kind: "command" }>,
): Cure | undefined {
  const [option = "", value] = cure.added;
  if (cure.removed.length > 0 || value === undefined || !option.startsWith("--")) return undefined;
  const own = namesOf(failure)[namesOf(before).indexOf(value)];
  if (own === undefined || failure.command === undefined || before.command === undefined) return undefined;
  const instead = applyDifference(failure.command, `${before.command} `, { ...cure, added: [option, own] });
  return instead === undefined || isIrreversible(instead) ? undefined : { ...cure, instead };
}

function isBelievable(
  failure: DigestFailure,
  seen: readonly Seen[],
  sessions: number,
  share: number,
): boolean {
  const [latest] = seen;
  if (latest === undefined) return false;
  const { cure } = latest;
  const isVague = isCompilersCode(failure) && !haveSameNames(failure, latest.failure);
  if (cure.kind === "run" && isVague && !isSpokenOf(failure, cure.command)) return false;
  if (cure.kind === "command" || (cure.kind !== "file" && cure.isSole === true)) return true;
  // An edit applies only to the same error of the same command, and only if the error names the file. In a large project the
  // same kind of error has hundreds of such fixes, and most stop here.
  if (
    cure.kind === "file" &&
    (!isNamedBy(failure, cure) ||
      (!isFreeOfCommand(cure) &&
        plainCommand(failure.command ?? "") !== plainCommand(latest.failure.command ?? "")))
  ) {
    return false;
  }
  const points = seen.some((one) => isNamedBy(one.failure, cure));
  // It counted as the fix because the error named it, so this error must name it too.
  if (points && !isNamedBy(failure, cure)) return false;
  if (points && seen.some((one) => haveSameNames(failure, one.failure))) return true;
  return cure.kind !== "file" && sessions >= SESSIONS_NEEDED && share >= SHARE_NEEDED;
}

/** `TS2339` names the kind of mistake, not its cause. */
const isCompilersCode = ({ key }: DigestFailure): boolean => /\|[A-Z]{1,8}\d{3,5}$/.test(key);

/** True if the error mentions a word of the step: `prisma` in "@prisma/client has no exported member". */
function isSpokenOf({ error, names, command = "" }: DigestFailure, step: string): boolean {
  const said = [error, ...names].join(" ").toLowerCase();
  const words = step.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return words.some((word) => said.includes(word) && word !== command.split(" ")[0]);
}

/** Cached as long as the failure's digest, because a common error is compared with hundreds of earlier ones. */
const known = new WeakMap<DigestFailure, readonly string[]>();

function namesOf(failure: DigestFailure): readonly string[] {
  const before = known.get(failure);
  if (before !== undefined) return before;
  const names = namesIn(failure.error, "");
  known.set(failure, names);
  return names;
}

function haveCommonNames(a: DigestFailure, b: DigestFailure): boolean {
  const [namesA, namesB] = [namesOf(a), namesOf(b)];
  if (namesA.length === 0 || namesB.length === 0) return namesA.length === namesB.length;
  return namesA.some((name) => namesB.includes(name));
}

/** The same error about the same things. */
function haveSameNames(a: DigestFailure, b: DigestFailure): boolean {
  const [namesA, namesB] = [namesOf(a), namesOf(b)];
  return namesA.length === namesB.length && namesA.every((name) => namesB.includes(name));
}

function identityOf(cure: Cure): string {
  switch (cure.kind) {
    case "command":
      return `command|${cure.instead}`;
    case "run":
      return `run|${plainCommand(cure.command)}`;
    case "environment":
      return `environment|${cure.text}`;
    case "folder":
      return `folder|${cure.folder}`;
    case "file":
      return `file|${cure.path}`;
  }
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
const code = (text: string, limit: number): string => `\`${cut(text.replaceAll("`", "'"), limit)}\``;
/** A truncated command cannot run. */
const WHOLE = 200;

export function cureText(failure: DigestFailure, cure: Cure, at: number): string {
  const what = failure.command === undefined ? "" : `${code(failure.command, 48)} `;
  const error = `(${cut(failure.error, 60)})`;
  const on = `on ${day(at)}`;
  switch (cure.kind) {
    case "command":
      return failure.command === undefined
        ? `${code(failure.names[0] ?? failure.tool, 80)} does not exist here: ${code(cure.instead, WHOLE)} worked ${on}.`
        : `${what}fails here ${error}: ${code(cure.instead, WHOLE)} worked ${on}.`;
    case "run":
      return `${what}failed like this before ${error}: ${code(cure.command, WHOLE)} cured it ${on}.`;
    case "environment":
      return `${what}failed like this before ${error}: ${code(cure.text, WHOLE)} worked ${on}.`;
    case "folder": {
      const place = cure.folder === "" ? "the project's root" : code(cure.folder, 60);
      const moved = `cd ${cure.folder} && ${failure.command ?? cure.command}`;
      if (folderOption(cure.command) === undefined)
        return `${what}failed like this before ${error}: ${cure.folder === "" ? `it worked in ${place}` : `${code(moved, WHOLE)} worked`} ${on}.`;
      return `${what}failed like this before ${error}: ${code(cure.command, WHOLE)} worked ${on}.`;
    }
    case "file":
      return `${what}failed like this before ${error}: it worked ${on} after ${code(cure.path, 60)} was changed: ${shortChange(cure.text)}.`;
  }
}

/** The steps of the fix, without the failure. */
export function remedyOf(cure: Cure): string {
  switch (cure.kind) {
    case "command":
      return `\`${cure.instead}\``;
    case "run":
      return `\`${cure.command}\``;
    case "environment":
      return `\`${cure.text}\``;
    case "folder":
      return `\`${cure.command}\` in ${cure.folder}`;
    case "file":
      return cure.path;
  }
}

/** The same for people. */
export function shownRemedy(cure: Cure): string {
  const isAtRoot = cure.kind === "folder" && cure.folder === "";
  return isAtRoot ? `\`${cure.command}\` in the project's root` : remedyOf(cure);
}

/** The new part of a long change. */
function shortChange(text: string): string {
  const now = text.split(" → ").at(-1) ?? text;
  return text.length <= 80 ? text : now === text ? cut(text, 80) : `now ${cut(now, 76)}`;
}
