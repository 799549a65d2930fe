/** Formats an error for the user, in the language of the given messages. */

import type { Thrown } from "../locale/thrown/index.ts";
import { PawlError, toMessage } from "../platform/errors.ts";

/** With its hint. English if the catalogue does not have it. */
export function errorSentence(error: unknown, thrown: Thrown): string {
  const { message, hint } = translate(error, thrown);
  return `${withStop(message)}${hint === undefined ? "" : ` ${hint}`}`;
}

export function translate(error: unknown, thrown: Thrown): { message: string; hint: string | undefined } {
  if (!(error instanceof PawlError)) return { message: toMessage(error), hint: undefined };
  // One code can have several sentences. Its `kind` then selects one.
  const { kind } = error.params;
  const key = kind === undefined ? error.code : `${error.code}.${kind}`;
  const known = Object.hasOwn(thrown, key) ? thrown[key] : undefined;
  const message = known === undefined ? undefined : fill(known.message, error.params);
  if (known === undefined || message === undefined) return error;
  return { message, hint: fill(known.hint ?? "", error.params) || error.hint };
}

/** Undefined if a parameter is missing: a whole English sentence is better than half a translated one. */
function fill(template: string, params: PawlError["params"]): string | undefined {
  let complete = true;
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    complete &&= Object.hasOwn(params, name);
    return String(params[name]);
  });
  return complete ? text : undefined;
}

function withStop(sentence: string): string {
  return /[.!?。！？:]$/.test(sentence) ? sentence : `${sentence}.`;
}
