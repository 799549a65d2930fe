import { PawlError, toMessage } from "../errors.ts";
import { processEnv } from "../platform/env.ts";
import { UsageError } from "./command.ts";

/** One plain sentence and what to do. Answers the exit code. */
export function reportFailure(error: unknown): number {
  const hint = error instanceof PawlError && error.hint !== undefined ? ` ${error.hint}` : "";
  const sentence = toMessage(error).replace(/[.!]?$/, ".");
  process.stderr.write(`pawl: ${sentence}${hint}\n`);
  if (processEnv.PAWL_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return error instanceof UsageError ? 2 : 1;
}
