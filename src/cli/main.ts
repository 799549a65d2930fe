/** `pawl`: finds the command, parses its arguments, prints errors as one sentence. */
import "./started-in.ts";
import "../platform/lean-zod.ts";
import { parseArgs } from "node:util";
import { toMessage } from "../platform/errors.ts";
import { refuseForeign } from "../platform/own-home.ts";
import { pawlHome } from "../platform/paths.ts";
import { version } from "../platform/version.ts";
import { type Command, CommandInput, UsageError } from "./command.ts";
import { COMMAND_GROUPS, COMMAND_NAMES, COMMANDS } from "./commands.ts";
import { reportFailure } from "./failure.ts";
import { helpText, overview } from "./help.ts";
import { print } from "./output.ts";
import { words } from "./words.ts";

async function main(args: string[]): Promise<number> {
  const [given, ...rest] = args;
  if (given === "--version" || given === "-v") {
    print(version);
    return 0;
  }
  if (given === undefined) {
    refuseForeign(pawlHome());
    const { showToday } = await import("./day.ts");
    return showToday(Date.now());
  }
  if (given === "help" || given === "--help" || given === "-h") {
    const topic = given === "help" ? rest.find((word) => !word.startsWith("-")) : undefined;
    if (topic !== undefined) return main([topic, "--help"]);
    print(overview(COMMAND_GROUPS, version, words));
    return 0;
  }
  const name = COMMAND_NAMES.find((known) => known === given);
  if (name === undefined) throw new UsageError(await unknownCommand(given));
  const { command } = await COMMANDS[name]();
  if (rest.includes("--help") || rest.includes("-h")) {
    print(helpText(name, command, words));
    return 0;
  }
  const input = await parse(command, rest);
  // Before any access there. A hook must always answer its client, so it does this check itself.
  if (name !== "hook") refuseForeign(pawlHome());
  return (await command.run(input)) ?? 0;
}

async function unknownCommand(given: string): Promise<string> {
  const { nearestName } = await import("../platform/nearest-name.ts");
  const near = nearestName(given, COMMAND_NAMES);
  return near === undefined
    ? words.errors.unknownCommand(given)
    : words.errors.unknownCommandNear(given, near);
}

async function parse(command: Command, args: string[]): Promise<CommandInput> {
  const most = command.positionals ?? 0;
  try {
    const { values, positionals } = parseArgs({
      args: withSigns(args),
      options: command.options,
      allowPositionals: true,
      strict: command.lenient !== true,
    });
    const extra = positionals[most];
    if (command.lenient !== true && extra !== undefined)
      throw new UsageError(words.errors.extraArgument(extra), command.usage);
    return new CommandInput(values as CommandInput["values"], positionals);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(await parseProblem(error, command), command.usage);
  }
}

/** `--limit -3` is an invalid number for the option, which reports it; `parseArgs` would treat it as another option. */
function withSigns(args: readonly string[]): string[] {
  // Behind `--` everything is text.
  if (args.includes("--")) return [...args];
  return args.flatMap((arg, i) => {
    if (/^-\d/.test(arg) && args[i - 1]?.startsWith("--") === true) return [];
    const next = args[i + 1];
    return arg.startsWith("--") && next !== undefined && /^-\d/.test(next) ? [`${arg}=${next}`] : [arg];
  });
}

/** `parseArgs` writes for programmers, in English. Its codes name the problem, and its quotes the argument. */
async function parseProblem(error: unknown, { options }: Command): Promise<string> {
  const { code } = error as { code?: string };
  const message = toMessage(error);
  const option = /'([^'\s]+)/.exec(message)?.[1] ?? "";
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const { nearestName } = await import("../platform/nearest-name.ts");
    const near = nearestName(option.replace(/^-+/, ""), Object.keys(options));
    return near === undefined
      ? words.errors.unknownOption(option)
      : words.errors.unknownOptionNear(option, `--${near}`);
  }
  if (code !== "ERR_PARSE_ARGS_INVALID_OPTION_VALUE") return message;
  // `Option '-x, --name <value>' argument missing`, or `'--name' does not take an argument`.
  const long = /--[\w-]+/.exec(message)?.[0] ?? option;
  return /does not take/.test(message) ? words.errors.unexpectedValue(long) : words.errors.missingValue(long);
}

// `pawl sessions | head -1`: the reader closes the pipe.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = reportFailure(error);
}
