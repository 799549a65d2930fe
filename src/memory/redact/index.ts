/**
 * The one place that removes secrets. Every path into the store, the log, the spool and a model passes here.
 * Pure: the same text always gives the same result, and giving the result again changes nothing.
 */

import { commandAnchors, phraseAnchors } from "./commands.ts";
import { findEnvValues, findKeyLines, isEnvPath, isKeyPath } from "./env-file.ts";
import { bearerAnchor } from "./headers.ts";
import { createJsonRedactor } from "./json.ts";
import { pairAnchors } from "./pairs.ts";
import { privateKeyAnchor, privateKeyTailAnchor, puttyAnchor } from "./private-key.ts";
import { findPrivateTags } from "./private-tag.ts";
import { jwtAnchor, providerAnchors } from "./providers.ts";
import { createScanner } from "./scan.ts";
import { type Finding, mergeFindings, replaceFindings } from "./spans.ts";
import { urlAnchor } from "./urls.ts";

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
  urlAnchor,
  bearerAnchor,
  ...commandAnchors,
  ...phraseAnchors,
  ...pairAnchors,
]);

const MENTIONS_PRIVATE = /private/i;

/** What would be redacted, in order and without overlaps. */
export function findSecrets(text: string, options?: RedactOptions): Finding[] {
  const tags = MENTIONS_PRIVATE.test(text) ? findPrivateTags(text) : [];
  const marked = scan(text);
  const path = options?.path;
  if (path === undefined)
    return tags.length + marked.length === 0 ? tags : mergeFindings([...tags, ...marked]);
  const values = isEnvPath(path) ? findEnvValues(text) : [];
  const keys = isKeyPath(path) ? findKeyLines(text) : [];
  return mergeFindings([...tags, ...marked, ...values, ...keys]);
}

/** Secrets glued to each other come off one at a time; more than this is no text anyone wrote. */
const MAX_ROUNDS = 16;

/** Until nothing is found: a text without secrets is read once, and redacting the result changes nothing. */
export function redactText(text: string, options?: RedactOptions): string {
  let redacted = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = findSecrets(redacted, options);
    if (found.length === 0) break;
    redacted = replaceFindings(redacted, found);
  }
  return redacted;
}

/** The content of a `.env`-like file. */
export const redactEnvFile = (text: string): string => redactText(text, { path: ".env" });

/** A copy with the same shape, every string redacted; a value's key is its name. */
export const redactJson: <T>(value: T) => T = createJsonRedactor(redactText);
