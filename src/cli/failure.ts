import type { Thrown } from "../locale/thrown/index.ts";
import { processEnv } from "../platform/env.ts";
import { UsageError } from "./command.ts";
import { errorSentence, translate } from "./error-sentence.ts";
import { visible, wrapIndented } from "./output.ts";
import { words } from "./words.ts";

/** Prints one sentence with the next step. Returns the exit code. */
export function reportFailure(error: unknown): number {
  process.stderr.write(`${onScreen(visible(`pawl: ${toSentence(error)}`))}\n`);
  if (processEnv.PAWL_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return error instanceof UsageError ? 2 : 1;
}

function onScreen(text: string): string {
  return process.stderr.isTTY === true ? wrapIndented(text, process.stderr.columns ?? 80) : text;
}

/** The error in the user's language, with its hint. */
export function toSentence(error: unknown, thrown: Thrown = words.thrown): string {
  return error instanceof UsageError ? error.message : errorSentence(error, thrown);
}

/** Only the first sentence, without its hint: for callers with a hint of their own. */
export function toReason(error: unknown): string {
  return translate(error, words.thrown).message;
}
