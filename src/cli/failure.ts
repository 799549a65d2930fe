import { PawlError, toMessage } from "../errors.ts";
import type { CliThrown } from "../locale/cli/messages.ts";
import { processEnv } from "../platform/env.ts";
import { UsageError } from "./command.ts";
import { words } from "./words.ts";

/** Prints one sentence and what to do. Returns the exit code. */
export function reportFailure(error: unknown): number {
  process.stderr.write(`${onScreen(`pawl: ${toSentence(error)}`)}\n`);
  if (processEnv.PAWL_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return error instanceof UsageError ? 2 : 1;
}

/** Wrapped on a terminal. Loaded when it is needed: most commands end well. */
function onScreen(text: string): string {
  if (process.stderr.isTTY !== true) return text;
  const { wrapIndented } = require("./wrap.ts") as typeof import("./wrap.ts");
  return wrapIndented(text, process.stderr.columns ?? 80);
}

/** The error in the user's language, with its hint. English if the catalogue does not have it. */
export function toSentence(error: unknown, thrown: CliThrown = words.thrown): string {
  if (error instanceof UsageError) return error.message;
  const { message, hint } =
    error instanceof PawlError ? translate(error, thrown) : { message: toMessage(error), hint: undefined };
  return `${withStop(message)}${hint === undefined ? "" : ` ${hint}`}`;
}

/** Only the first sentence, without its hint: for places that have their own. */
export function toReason(error: unknown): string {
  return error instanceof PawlError ? translate(error, words.thrown).message : toMessage(error);
}

function translate(error: PawlError, thrown: CliThrown): { message: string; hint: string | undefined } {
  // One code can stand for several sentences; its `kind` then says which.
  const { kind } = error.params;
  const key = kind === undefined ? error.code : `${error.code}.${kind}`;
  const known = Object.hasOwn(thrown, key) ? thrown[key] : undefined;
  const message = known === undefined ? undefined : fill(known.message, error.params);
  if (known === undefined || message === undefined) return error;
  return { message, hint: fill(known.hint ?? "", error.params) || error.hint };
}

/** Undefined if a parameter is missing: better a whole English sentence than half a translated one. */
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
