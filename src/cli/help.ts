/** `--help` of a command and the overview, in one language. */
import type { CliMessages } from "../locale/cli/messages.ts";
import type { Command, CommandName } from "./command.ts";
import { bold, padTo } from "./output.ts";

interface CommandWords {
  summary: string;
  rows?: Readonly<Record<string, string>>;
  notes?: string;
}

export function helpText(name: CommandName, command: Command, { help }: CliMessages): string {
  const { summary, rows = {}, notes }: CommandWords = help.commands[name];
  const described = Object.entries(rows).map(([left, text]): [string, string] => [
    left,
    fill(text, command.values ?? {}),
  ]);
  if ("json" in command.options) described.push(["--json", help.json]);
  const width = Math.max(0, ...described.map(([left]) => left.length));
  const table = described.map(([left, text]) => `  ${left.padEnd(width)}  ${text}`).join("\n");
  return [
    `${summary}\n\n${help.usage}: pawl ${command.usage}`,
    ...(table === "" ? [] : [table]),
    ...(notes === undefined ? [] : [notes]),
    `${help.example}: ${command.example}`,
  ].join("\n\n");
}

export function overview(names: readonly CommandName[], version: string, { help }: CliMessages): string {
  const width = Math.max(...names.map((name) => name.length));
  const rows = names.map((name) => `  ${bold(padTo(name, width))}  ${help.commands[name].summary}`);
  return `${help.title(version)}\n\n${help.usage}: pawl COMMAND [--help]\n\n${rows.join("\n")}`;
}

/** `$NAME` in a description stands for values that the code knows. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$([A-Z]+)/g, (whole, name: string) => values[name] ?? whole);
}
