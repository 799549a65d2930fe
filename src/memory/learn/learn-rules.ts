/**
 * Saves the user's rules as memories. A clear sentence applies at once. An unclear one is a proposal until the user confirms
 * or repeats it in another session. Rules that the user dropped never return by themselves.
 */

import type { Authorship } from "../../store/records/authorship.ts";
import type { SessionMaterial } from "../../store/records/material.ts";
import type { Store } from "../../store/store.ts";
import { lettersOf, quote } from "../../text/quote.ts";
import { grantedTo } from "../authority.ts";
import { CORE_PRIORITY } from "../records/lifecycle.ts";
import { MEMORY_STATUSES, type Memory } from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";
import { freeUri } from "./memory-uri.ts";
import { isReplacedBy, isSameRule, rulesIn, type SaidRule } from "./preferences.ts";

const RULES_PREFIX = "project://rules/";
/** Notes that the user asked Pawl to remember. */
const NOTES_PREFIX = "project://remembered/";
/** The prefix in versions before 1.0. */
const OLD_PREFIX = "project://preferences/";
/** A proposal expires if it is not confirmed. The rule itself stays. */
const PROPOSAL_PRIORITY = 4;
const MOST_KNOWN = 1000;

interface SaveOptions {
  at: number;
  redaction: number;
  isImport?: boolean | undefined;
}

/** True if the memory is a rule that Pawl derived from the user's words. */
export function isRule({ uri }: Pick<Memory, "uri">): boolean {
  return [RULES_PREFIX, NOTES_PREFIX, OLD_PREFIX].some((prefix) => uri.startsWith(prefix));
}

/** Returns the URIs of the rules that the session's user stated, new or existing. */
export async function learnRules(
  store: Store,
  session: Pick<SessionMaterial, "prompts">,
  project: string,
  options: SaveOptions,
): Promise<string[]> {
  const uris: string[] = [];
  for (const rule of rulesIn(session)) {
    const uri = await saveRule(store, rule, project, options);
    if (uri !== undefined) uris.push(uri);
  }
  return uris;
}

/** Returns undefined if the user has dropped this rule before. */
async function saveRule(
  store: Store,
  rule: SaidRule,
  project: string,
  options: SaveOptions,
): Promise<string | undefined> {
  const known = await memoriesIn(store).memories({ project, status: MEMORY_STATUSES, limit: MOST_KNOWN });
  const same = known.find((memory) => isSame(memory, rule));
  if (same !== undefined) return saidAgain(store, same, rule, options);
  if (await memoriesIn(store).isForgottenSource(sourceOf(rule))) return undefined;
  const replaced = known.filter(
    (memory) => memory.status === "active" && isOlder(memory, rule) && isReplacedBy(memory.content, rule),
  );
  const uri = freeUri(rule.isRequest === true ? NOTES_PREFIX : RULES_PREFIX, rule.text, known);
  // A correction of an existing rule is as certain as that rule.
  const certainty = rule.clarity === "clear" || replaced.length > 0 ? "clear" : "likely";
  const by = authorOf(options);
  const granted = grantedTo(
    { ...by, certainty },
    { uri, project, ownProject: project, priority: CORE_PRIORITY },
  );
  const isActive = granted.status === "active";
  await memoriesIn(store).saveMemory({
    uri,
    project,
    content: rule.text,
    priority: isActive ? CORE_PRIORITY : PROPOSAL_PRIORITY,
    status: isActive ? "active" : "proposed",
    origin: "derived",
    provenance: { ...sourceOf(rule), sessionId: rule.provenance.sessionId, at: rule.provenance.at },
    redaction: options.redaction,
    author: "pawl",
    by,
    reason: isActive
      ? "Taken up by Pawl: the user said so in a session."
      : "Proposed by Pawl: the user said so in a session.",
    at: options.at,
  });
  if (isActive) for (const old of replaced) await replace(store, old, { uri, rule, project, at: options.at });
  return uri;
}

const authorOf = ({ isImport }: SaveOptions): Authorship =>
  isImport === true ? { author: "import", place: "transcript" } : { author: "user", place: "prompt" };

const sourceOf = ({ provenance, evidence }: SaidRule) => ({ event: provenance.key, evidence });

/** Compares with the current words or with the original sentence, because the user may have edited the words. */
function isSame(memory: Memory, rule: SaidRule): boolean {
  const { evidence, event } = memory.provenance ?? {};
  if (evidence === rule.evidence && event === rule.provenance.key) return true;
  if (!isRule(memory) && memory.status !== "active") return false;
  return isSameRule(memory.content, rule.text) || (evidence !== undefined && isSameRule(evidence, rule.text));
}

/** Sessions are not always read in chronological order, so an older sentence must not correct a newer rule. */
function isOlder(memory: Memory, rule: SaidRule): boolean {
  return (memory.provenance?.at ?? memory.createdAt) <= rule.provenance.at;
}

async function saidAgain(
  store: Store,
  known: Memory,
  rule: SaidRule,
  { at, isImport }: SaveOptions,
): Promise<string | undefined> {
  if (known.status === "active") return known.uri;
  if (isImport === true) return known.uri;
  if (known.status !== "proposed") return undefined;
  // Identical words in every session are a recurring task: "commit and update the changelog".
  const isElsewhere =
    known.provenance?.sessionId !== rule.provenance.sessionId &&
    lettersOf(known.content) !== lettersOf(rule.text);
  if (rule.clarity === "clear" || isElsewhere) {
    const reason = `The user said it again in session ${rule.provenance.sessionId}: “${quote(rule.evidence, 160)}”`;
    const patch = { status: "active", priority: CORE_PRIORITY, content: rule.text } as const;
    await memoriesIn(store).changeMemory({ uri: known.uri, project: known.project }, patch, {
      at,
      author: "pawl",
      by: { author: "user", place: "prompt" },
      reason,
    });
  }
  return known.uri;
}

/** Derived rules never archive the user's own words. There, the contradiction is only noted. */
async function replace(
  store: Store,
  old: Memory,
  { uri, rule, project, at }: { uri: string; rule: SaidRule; project: string; at: number },
): Promise<void> {
  const isByHand = old.origin === "user";
  if (old.project !== project && old.project !== "") return;
  await memoriesIn(store).relate(
    project,
    { from: uri, to: old.uri, kind: isByHand ? "contradicts" : "evolves_from" },
    at,
  );
  if (isByHand) return;
  const reason = `The user corrected it: “${quote(rule.evidence, 160)}”`;
  await memoriesIn(store).changeMemory(
    { uri: old.uri, project: old.project },
    { status: "deprecated" },
    { at, author: "pawl", reason },
  );
}
