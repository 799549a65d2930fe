/** `pawl hooks`: the user's own hooks. One file per sub-command. */
import { type Command, CommandInput, flag, json, UsageError, value } from "../command.ts";
import { words } from "../words.ts";
import type { SubCommand } from "./sub-command.ts";

const SUBCOMMANDS: Readonly<Record<string, () => Promise<{ subCommand: SubCommand }>>> = {
  list: () => import("./list.ts"),
  init: () => import("./init.ts"),
  new: () => import("./new.ts"),
  validate: () => import("./validate.ts"),
  test: () => import("./try-event.ts"),
  migrate: () => import("./migrate.ts"),
  trust: () => import("./trust.ts"),
  watch: () => import("./watch.ts"),
};

export const command: Command = {
  usage: "hooks list|init|new SENTENCE|validate|test EVENT|watch|migrate|trust [--project DIR] [--json]",
  example: "pawl hooks test PreToolUse --tool Bash",
  options: {
    ...json,
    ...{ project: value, tool: value, input: value },
    ...{ yes: flag, revoke: flag, user: flag },
  },
  positionals: 2,
  async run({ values, positionals }) {
    const [name = "", ...rest] = positionals;
    const load = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
    if (load === undefined) {
      const known = Object.keys(SUBCOMMANDS).join(", ");
      throw new UsageError(
        name === ""
          ? words.errors.missingAction("hooks", known)
          : words.errors.unknownAction("hooks", name, known),
      );
    }
    const { subCommand } = await load();
    const known = ["json", "project", ...subCommand.options];
    const foreign = Object.keys(values).find((option) => !known.includes(option));
    if (foreign !== undefined)
      throw new UsageError(words.errors.optionNotFor(`hooks ${name}`, foreign), command.usage);
    const extra = rest[subCommand.positionals];
    if (extra !== undefined) throw new UsageError(words.errors.extraArgument(extra), command.usage);
    return subCommand.run(new CommandInput(values, rest));
  },
};
