/** What a command is. One file each; `main.ts` loads only the one that was asked for. */
import type { ParseArgsConfig } from "node:util";

type OptionSpecs = NonNullable<ParseArgsConfig["options"]>;

export interface CommandInput {
  values: Readonly<Record<string, string | boolean | undefined>>;
  positionals: readonly string[];
}

export interface Command {
  /** One line, for the list. */
  summary: string;
  /** What stands after `pawl`, with its options. */
  usage: string;
  /** Further lines of `--help`: what the options mean. */
  details?: string;
  example: string;
  options: OptionSpecs;
  /** How many positional arguments it takes at most. */
  positionals?: number;
  /** Wrong usage is passed over: exit code 2 of a hook would block the session. */
  lenient?: boolean;
  /** The exit code; 0 when nothing is said. */
  run(input: CommandInput): Promise<number | undefined>;
}

/** The user called it wrongly: exit code 2, one sentence, the usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const json: OptionSpecs = { json: { type: "boolean" } };

/** `--limit N`: a whole number from 1. */
export function toLimit(value: string | boolean | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 1)
    throw new UsageError(`--limit takes a whole number from 1, not ${value}`);
  return limit;
}

export function toText(value: string | boolean | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
