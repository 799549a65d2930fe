/**
 * The only place that removes secrets. All data for the store, the log, the spool and a model passes through it. Pure: the
 * same text always gives the same result, and redacting the result again changes nothing.
 */

import { kubernetesAnchor, phraseAnchors } from "./documents.ts";
import { findEnvValues, findKeyLines, isEnvPath, isKeyPath } from "./env-file.ts";
import { createJsonRedactor, redactJsonText } from "./json.ts";
import { findValues, knownSessions, learnValue, valuesOf } from "./known-values.ts";
import { hintAnchors, languageAnchors } from "./languages.ts";
import { nameAnchors } from "./named.ts";
import { findNearby } from "./nearby.ts";
import { placeAnchors } from "./places.ts";
import { privateKeyAnchors } from "./private-key.ts";
import { privateAnchor } from "./private-tag.ts";
import { jwtAnchor, providerAnchors } from "./providers.ts";
import { type Anchor, createPass, createScanner } from "./scan.ts";
import { findByUserRules, hasUserRules } from "./settings.ts";
import { type Finding, mergeFindings, replaceFindings } from "./spans.ts";
import { urlAnchors } from "./urls.ts";
import { findPercentEncoded, findRuns, SHORTEST_RUN } from "./wrapped.ts";

export { secretPathIn } from "./env-file.ts";
export { REDACTION_VERSION } from "./version.ts";

interface RedactOptions {
  /** The path of the text's file. In a file like `.env`, all values are hidden. */
  path?: string;
}

/** The rules of all stages. If several begin at one index, the first in this order wins. */
export const rules: Anchor[] = [
  ...providerAnchors,
  jwtAnchor,
  ...privateKeyAnchors,
  ...urlAnchors,
  ...phraseAnchors,
  ...placeAnchors,
  kubernetesAnchor,
  ...nameAnchors,
  ...languageAnchors,
  ...hintAnchors,
  privateAnchor,
];
const scan = createScanner(rules);

interface Options extends RedactOptions {
  /** Redacts only certain secrets. Values that merely stand out near a word about secrets are left. */
  isSure?: boolean;
}

/** The secrets in a text, in order and without overlaps. */
export function findSecrets(text: string, options?: Options): Finding[] {
  const pass = createPass();
  const marked = scan(text, pass);
  const { path } = options ?? {};
  const found = [
    ...marked,
    ...(text.includes("%") ? findPercentEncoded(text, scan) : NONE),
    ...(text.length < SHORTEST_RUN ? NONE : findRuns(text, scan)),
    ...(hasUserRules ? findByUserRules(text) : NONE),
    ...(path !== undefined && isEnvPath(path) ? findEnvValues(text) : NONE),
    ...(path !== undefined && isKeyPath(path) ? findKeyLines(text) : NONE),
  ];
  if (pass.hints.length > 0 && options?.isSure !== true) found.push(...findNearby(text, pass.hints));
  if (found.length === 0) return NONE;
  return mergeFindings([...found, ...findValues(text, valuesOf(text, mergeFindings(found)))]);
}

const NONE: Finding[] = [];

/** Adjacent secrets are removed one at a time; more rounds than this are not real text. */
const MAX_ROUNDS = 16;

/**
 * How a text is searched. In a session, a value that was recognized as a secret stays one, also without a name beside it.
 * `isSure`: for stored text, which is changed only where the secret is certain.
 */
function createLook(sessionId?: string, isSure = false) {
  const find = (text: string, options?: RedactOptions): Finding[] => {
    const found = findSecrets(text, { ...options, isSure });
    if (sessionId === undefined) return found;
    if (found.length > 0) for (const value of valuesOf(text, found)) learnValue(sessionId, value);
    const known = knownSessions.get(sessionId);
    const bare = known === undefined ? NONE : findValues(text, known);
    return bare.length === 0 ? found : mergeFindings([...found, ...bare]);
  };
  /** Repeats until nothing is found: a text without secrets is read once, and redacting the result changes nothing. */
  const redactPlain = (text: string, options?: RedactOptions): string => {
    let redacted = text;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const found = find(redacted, options);
      if (found.length === 0) break;
      redacted = replaceFindings(redacted, found);
    }
    return redacted;
  };
  /** JSON is read by its values. The first pass also reads it as plain text. */
  const text = (value: string, options?: RedactOptions): string => {
    const byValues = options?.path === undefined ? redactJsonText(value, json) : undefined;
    return isSure && byValues !== undefined ? byValues : redactPlain(byValues ?? value, options);
  };
  const learn = (secret: string) => sessionId !== undefined && learnValue(sessionId, secret);
  const json = createJsonRedactor({ find, redact: text, learn });
  return { text, json };
}

const first = createLook();
const second = createLook(undefined, true);

export const redactText: (text: string, options?: RedactOptions) => string = first.text;
/** A copy with the same shape, every string redacted; a value's key is its name. */
export const redactJson: <T>(value: T) => T = first.json;
export const redactionOf = (sessionId: string) => createLook(sessionId);
/** For stored text: changes nothing that the first pass left alone, whatever the version of the rules. */
export const redactionOfStored = second;
