/**
 * The one place that removes secrets. Every path into the store, the log, the spool and a model passes here.
 * Pure: the same text always gives the same result, and giving the result again changes nothing.
 */

import {
  codeAnchors,
  commandAnchors,
  flagAnchors,
  inspectedAnchors,
  loginAnchors,
  phraseAnchors,
  pipedAnchors,
  promptAnchor,
  rootPromptAnchor,
} from "./commands.ts";
import { dialogAnchors } from "./dialogs.ts";
import { findEnvValues, findKeyLines, isEnvPath, isKeyPath } from "./env-file.ts";
import { foreignAnchors } from "./foreign.ts";
import { bearerAnchor, parameterAnchors } from "./headers.ts";
import { createJsonRedactor } from "./json.ts";
import { knownSessions, knownValuesOf } from "./known-values.ts";
import { pairAnchors } from "./pairs.ts";
import { privateKeyAnchor, privateKeyTailAnchor, puttyAnchor } from "./private-key.ts";
import { findPrivateTags, privateAnchor } from "./private-tag.ts";
import { jwtAnchor, providerAnchors } from "./providers.ts";
import { findRepeated, findValues, valuesOf } from "./repeated.ts";
import { createPass, createScanner, resetPass } from "./scan.ts";
import { type Finding, mergeFindings, replaceFindings } from "./spans.ts";
import { findStandouts, hintAnchors } from "./standouts.ts";
import { dsnAnchor, fieldAnchors, kubernetesAnchor, pgpassAnchor } from "./structures.ts";
import { urlAnchors } from "./urls.ts";
import { findByUserRules, userRules } from "./user-rules.ts";
import { findBase64, findColoured, findPercentEncoded, percentAnchors, SHORTEST_BASE64 } from "./wrapped.ts";

export { secretPathIn } from "./env-file.ts";
export { REDACTION_VERSION } from "./version.ts";

interface RedactOptions {
  /** Where the text comes from; a `.env`-like file's values are all hidden. */
  path?: string;
}

const scan = createScanner([
  ...providerAnchors,
  jwtAnchor,
  privateKeyAnchor,
  privateKeyTailAnchor,
  puttyAnchor,
  ...urlAnchors,
  bearerAnchor,
  ...parameterAnchors,
  ...commandAnchors,
  ...flagAnchors,
  ...phraseAnchors,
  ...pipedAnchors,
  ...loginAnchors,
  ...codeAnchors,
  promptAnchor,
  rootPromptAnchor,
  ...inspectedAnchors,
  ...fieldAnchors,
  ...dialogAnchors,
  dsnAnchor,
  pgpassAnchor,
  kubernetesAnchor,
  ...pairAnchors,
  ...foreignAnchors,
  ...percentAnchors,
  ...hintAnchors,
  privateAnchor,
]);

/** What would be redacted, in order and without overlaps. */
export function findSecrets(text: string, options?: RedactOptions): Finding[] {
  resetPass(pass);
  const scanned = scan(text, pass);
  // A prompt is found by the line end before it; the first line has none.
  const first = /^[$#] /.test(text) ? promptAnchor.find(text, -1, pass) : undefined;
  const marked = first === undefined ? scanned : [first, ...scanned];
  const lists = [
    marked,
    pass.private ? findPrivateTags(text) : marked,
    pass.percent ? findPercentEncoded(text, scan) : marked,
    pass.colours ? findColoured(text, scan) : marked,
    text.length < SHORTEST_BASE64 ? marked : findBase64(text, scan),
    userRules === undefined ? marked : findByUserRules(text, userRules),
    options?.path === undefined ? marked : findByPath(text, options.path),
  ];
  const { hints } = pass;
  if (hints.length > 0) lists.push(findStandouts(text, hints, marked));
  if (lists.every((list) => list.length === 0)) return NONE;
  const found = [...new Set(lists)].flat();
  return mergeFindings([...found, ...findRepeated(text, mergeFindings(found))]);
}

/** Of one text at a time. */
const pass = createPass();
const NONE: Finding[] = [];
const NO_VALUES: readonly string[] = [];

function findByPath(text: string, path: string): Finding[] {
  const values = isEnvPath(path) ? findEnvValues(text) : NONE;
  return isKeyPath(path) ? [...values, ...findKeyLines(text)] : values;
}

/** Secrets glued to each other come off one at a time; more than this is no text anyone wrote. */
const MAX_ROUNDS = 16;

/** Until nothing is found: a text without secrets is read once, and redacting the result changes nothing. */
export function redactText(text: string, options?: RedactOptions): string {
  return redactWith(text, options, undefined);
}

function redactWith(text: string, options: RedactOptions | undefined, sessionId: string | undefined): string {
  let redacted = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let found = findSecrets(redacted, options);
    if (sessionId !== undefined) {
      for (const value of found.length === 0 ? NO_VALUES : valuesOf(redacted, found))
        knownValuesOf(sessionId).add(value);
      if (knownSessions.has(sessionId)) {
        const bare = findValues(redacted, knownValuesOf(sessionId).values);
        if (bare.length > 0) found = mergeFindings([...found, ...bare]);
      }
    }
    if (found.length === 0) break;
    redacted = replaceFindings(redacted, found);
  }
  return redacted;
}

/** The content of a `.env`-like file. */
export const redactEnvFile = (text: string): string => redactText(text, { path: ".env" });

/** A copy with the same shape, every string redacted; a value's key is its name. */
export const redactJson: <T>(value: T) => T = createJsonRedactor(redactText);

/** The same for one session: what it has shown as a secret is one from then on, also where nothing names it. */
export function redactionOf(sessionId: string) {
  const text = (value: string, options?: RedactOptions) => redactWith(value, options, sessionId);
  return { text, json: createJsonRedactor(text, (value) => knownValuesOf(sessionId).add(value)) };
}
