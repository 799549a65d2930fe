/** The definition of a command. Each has its own file or folder; `main.ts` loads only the requested one. */
import { resolve } from "node:path";
import type { ParseArgsConfig } from "node:util";
import type { CliHelp } from "../locale/cli/index.ts";
import { projectRoot } from "../platform/project.ts";
import { print, printJson } from "./output.ts";
import { words } from "./words.ts";

type OptionSpecs = NonNullable<ParseArgsConfig["options"]>;

/** The catalogue has a help text for each of them. */
export type CommandName = keyof CliHelp["commands"];

/** For commands that join all their arguments into one text, or take a list. */
export const ANY_NUMBER = Number.POSITIVE_INFINITY;

// The kinds of options.
export const flag = { type: "boolean" } as const;
export const value = { type: "string" } as const;
export const json = { json: flag } as const;

export interface Command {
  /** The arguments after `pawl`. Never translated, because the user types them. */
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

/** The arguments of one call. */
export class CommandInput {
  readonly isJson: boolean;
  constructor(
    readonly values: Readonly<Record<string, string | boolean | undefined>>,
    readonly positionals: readonly string[] = [],
  ) {
    this.isJson = values.json === true;
  }

  has(name: string): boolean {
    return this.values[name] === true;
  }

  text(name: string): string | undefined {
    return optionText(this.values[name]);
  }

  /** `--NAME N`: a whole number of at least `least`. */
  count(name: string, otherwise: number, least = 1): number {
    const given = this.values[name];
    const count = given === undefined ? otherwise : Number(given);
    if (Number.isInteger(count) && count >= least) return count;
    const { errors, replay } = words;
    throw new UsageError(
      (least > 0 ? errors.optionPositive : replay.wholeNumber)(`--${name}`, String(given)),
    );
  }

  limit(otherwise: number): number {
    return this.count("limit", otherwise);
  }

  /** The value of an option that must be one of these. */
  oneOf<T extends string>(name: string, known: readonly T[]): T | undefined {
    const given = this.text(name);
    const found = known.find((one) => one === given);
    if (given === undefined || found !== undefined) return found;
    throw new UsageError(words.errors.optionValues(`--${name}`, known.join(", "), given));
  }

  /** `--project DIR`, or the project of this folder. */
  project(): string {
    return projectRoot(resolve(this.text("project") ?? "."));
  }

  /** Undefined without `--project`: all of them. */
  onlyProject(): string | undefined {
    return this.values.project === undefined ? undefined : this.project();
  }

  /** The answer: JSON for programs, else a line, or what `show` prints. Returns the exit code. */
  answer(answer: unknown, show: string | (() => void)): number {
    if (this.isJson) printJson(answer);
    else if (typeof show === "string") print(show);
    else show();
    return 0;
  }
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

/** Selects the action by a command's first argument. */
export function actionOf<T>(command: string, actions: Readonly<Record<string, T>>, name: string): T {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action !== undefined) return action;
  throw new UsageError(words.errors.unknownAction(command, name, Object.keys(actions).join(", ")));
}

export function optionText(given: string | boolean | undefined): string | undefined {
  return typeof given === "string" ? given : undefined;
}
