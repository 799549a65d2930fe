import { type Command, UsageError } from "../command.ts";
import { COMMAND_NAMES, COMMANDS } from "../commands.ts";
import { words } from "../words.ts";
import { type Completed, completionScript, PLACES, SHELLS } from "./scripts.ts";

export const command: Command = {
  usage: "completions bash|zsh|fish",
  example: "source <(pawl completions bash)",
  options: {},
  positionals: 1,
  async run({ positionals: [given] }) {
    const shell = SHELLS.find((known) => known === given);
    if (shell === undefined)
      throw new UsageError(words.activity.completions.unknown(given ?? "", SHELLS.join(", ")), command.usage);
    const commands = await Promise.all(COMMAND_NAMES.map(toCompleted));
    // As it is: wrapped lines would be another program.
    process.stdout.write(
      `${words.activity.completions.install(shell, PLACES[shell])}\n${completionScript(shell, commands)}`,
    );
    return 0;
  },
};

async function toCompleted(name: (typeof COMMAND_NAMES)[number]): Promise<Completed> {
  const { command: described } = await COMMANDS[name]();
  const help: { summary: string; rows?: Readonly<Record<string, string>> } = words.help.commands[name];
  return {
    name,
    summary: help.summary,
    options: [...Object.keys(described.options), "help"].map((option) => `--${option}`),
    // `show URI` is completed to `show`; what stands in capitals, the user knows.
    actions: [
      ...new Set(Object.keys(help.rows ?? {}).flatMap((row) => /^[a-z][a-z-]*(?=$| )/.exec(row)?.[0] ?? [])),
    ],
  };
}
