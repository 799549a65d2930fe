/** `--help` of a command and the overview, in one language. */
import type { CliMessages } from "../locale/cli/index.ts";
import type { Command, CommandName } from "./command.ts";
import { bold, cyan, padTo, toRows } from "./output.ts";

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
  const table = toRows(described, 2).join("\n");
  return [
    `${summary}\n\n${help.usage}: pawl ${command.usage}`,
    ...(table === "" ? [] : [table]),
    ...(notes === undefined ? [] : [notes]),
    `${help.example}: ${command.example}`,
  ].join("\n\n");
}

export function overview(
  groups: readonly (readonly [keyof CliMessages["help"]["groups"], readonly CommandName[]])[],
  version: string,
  { help }: CliMessages,
): string {
  // One width for all groups, so that their columns align.
  const width = Math.max(...groups.flatMap(([, names]) => names.map((name) => name.length)));
  const parts = groups.map(([group, names]) => {
    const rows = names.map((name) => [bold(cyan(padTo(name, width))), help.commands[name].summary] as const);
    return [bold(help.groups[group]), ...toRows(rows, 2)].join("\n");
  });
  return [help.title(version), `${help.usage}: pawl [COMMAND] [--help]`, ...parts].join("\n\n");
}

/** `$NAME` in a description stands for values that the code knows. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$([A-Z]+)/g, (whole, name: string) => values[name] ?? whole);
}
