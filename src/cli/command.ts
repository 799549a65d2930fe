/** What a command is. One file or folder each; `main.ts` loads only the one that was asked for. */
import type { ParseArgsConfig } from "node:util";
import type { CliHelp } from "../locale/cli/index.ts";
import { words } from "./words.ts";

type OptionSpecs = NonNullable<ParseArgsConfig["options"]>;

/** The catalogue has a help text for each of them. */
export type CommandName = keyof CliHelp["commands"];

/** For commands that join all their arguments into one text, or take a list. */
export const ANY_NUMBER = Number.POSITIVE_INFINITY;

export interface CommandInput {
  values: Readonly<Record<string, string | boolean | undefined>>;
  positionals: readonly string[];
}

export interface Command {
  /** What follows `pawl`. Never translated: it is what the user types. */
  usage: string;
  example: string;
  /** Values that the help text names as `$NAME`. */
  values?: Readonly<Record<string, string>>;
  options: OptionSpecs;
  /** The largest number of positional arguments; default 0. */
  positionals?: number;
  /** Ignore wrong usage: exit code 2 of a hook would block the session. */
  lenient?: boolean;
  /** Returns the exit code; undefined means 0. */
  run(input: CommandInput): Promise<number | undefined>;
}

/** Wrong usage: exit code 2. `usage` is printed below the sentence. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  constructor(sentence: string, usage?: string) {
    // A usage with options is long: it gets its own line.
    const separator = usage?.includes("[") === true ? "\n" : " ";
    super(usage === undefined ? sentence : `${sentence}${separator}${words.errors.usage(usage)}`);
  }
}

export const json: OptionSpecs = { json: { type: "boolean" } };

/** `--limit N`: a whole number of at least 1. */
export function toLimit(value: string | boolean | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 1)
    throw new UsageError(words.errors.optionPositive("--limit", String(value)));
  return limit;
}

export function toText(value: string | boolean | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
