/** `pawl`: finds the command, reads its arguments, turns what went wrong into one plain sentence. */
import "../platform/lean-zod.ts";
import { parseArgs } from "node:util";
import { toMessage } from "../errors.ts";
import { version } from "../platform/version.ts";
import { type Command, type CommandInput, UsageError } from "./command.ts";
import { reportFailure } from "./failure.ts";
import { bold, print } from "./output.ts";

/** Loaded when asked for: `pawl down` does not pay for the daemon's libraries. */
const COMMANDS: Readonly<Record<string, () => Promise<{ command: Command }>>> = {
  start: () => import("./start.ts"),
  up: () => import("./up.ts"),
  serve: () => import("./serve.ts"),
  down: () => import("./down.ts"),
  status: () => import("./status.ts"),
  install: () => import("./install.ts"),
  uninstall: () => import("./uninstall.ts"),
  hook: () => import("./hook-command.ts"),
  context: () => import("./context.ts"),
  sessions: () => import("./sessions.ts"),
  session: () => import("./session.ts"),
  search: () => import("./search.ts"),
  hooks: () => import("./hooks.ts"),
  chat: () => import("./chat.ts"),
  workflow: () => import("./workflow.ts"),
  remember: () => import("./remember.ts"),
  memory: () => import("./memory.ts"),
  solution: () => import("./solution.ts"),
  forget: () => import("./forget.ts"),
  mcp: () => import("./mcp.ts"),
  import: () => import("./import.ts"),
  export: () => import("./export.ts"),
  backup: () => import("./backup.ts"),
  restore: () => import("./restore.ts"),
  replay: () => import("./replay/index.ts"),
  doctor: () => import("./doctor.ts"),
};

async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === "--version" || name === "-v") {
    print(version);
    return 0;
  }
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    const topic = name === "help" ? rest[0] : undefined;
    if (topic === undefined) return overview();
    return main([topic, "--help"]);
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) throw new UsageError(`There is no command ${name}. Run pawl help for the list.`);
  const { command } = await load();
  if (rest.includes("--help") || rest.includes("-h")) {
    print(help(command));
    return 0;
  }
  return (await command.run(parse(command, rest))) ?? 0;
}

function parse(command: Command, args: string[]): CommandInput {
  const usage = `Usage: pawl ${command.usage}`;
  try {
    const { values, positionals } = parseArgs({
      args,
      options: command.options,
      allowPositionals: true,
      strict: command.lenient !== true,
    });
    if (command.lenient !== true && positionals.length > (command.positionals ?? 0)) {
      throw new UsageError(`${positionals[command.positionals ?? 0]} is one argument too many.\n${usage}`);
    }
    return { values: values as CommandInput["values"], positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // parseArgs adds advice about `--` for the programmer; its first sentence is for the user.
    throw new UsageError(`${toMessage(error).split(/\.(?:\s|$)/)[0]}.\n${usage}`);
  }
}

async function overview(): Promise<number> {
  const rows = await Promise.all(
    Object.entries(COMMANDS).map(
      async ([name, load]) => `  ${bold(name.padEnd(10))} ${(await load()).command.summary}`,
    ),
  );
  print(
    `Pawl ${version}: hooks and memory for Claude Code\n\nUsage: pawl COMMAND [--help]\n\n${rows.join("\n")}`,
  );
  return 0;
}

function help(command: Command): string {
  const details = command.details === undefined ? "" : `\n${command.details}\n`;
  return `${command.summary}\n\nUsage: pawl ${command.usage}\n${details}\nExample: ${command.example}`;
}

// `pawl sessions | head -1`: whoever reads has seen enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = reportFailure(error);
}
