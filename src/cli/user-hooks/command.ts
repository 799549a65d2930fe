/** `pawl hooks`: people's own hooks. One file per sub-command in `hooks/`. */
import { type Command, json, UsageError } from "../command.ts";
import type { SubCommand } from "./sub-command.ts";

const SUBCOMMANDS: Readonly<Record<string, () => Promise<{ subCommand: SubCommand }>>> = {
  list: () => import("./list.ts"),
  validate: () => import("./validate.ts"),
  test: () => import("./test-event.ts"),
  migrate: () => import("./migrate.ts"),
  trust: () => import("./trust.ts"),
};

export const command: Command = {
  summary: "Your own hooks: list, validate, test, migrate, trust",
  usage: "hooks list|validate|test EVENT|migrate|trust [--project DIR] [--json]",
  details: [
    "  list                     the hooks of this project by event, where they come from, whether they run",
    "  validate                 check all files; exit code 1 where something is wrong",
    "  test EVENT               run the matching hooks on a sample and show what each one says",
    "    --tool NAME            a sample of this tool (Edit, Write, Read, Bash)",
    "    --input FILE           a recorded event, or just the fields that differ from the sample; - is stdin",
    "  migrate                  move .claude/hooks.json to where it is read; shows the difference first",
    "    --to settings|pawl     .claude/settings.json or .claude/pawl.json; default: what its hooks need",
    "    --yes                  without asking",
    "  trust                    show what .claude/pawl.json would run, and allow exactly that",
    "    --yes                  without asking",
    "    --revoke               take it back",
  ].join("\n"),
  example: "pawl hooks test PreToolUse --tool Bash",
  options: {
    ...json,
    project: { type: "string" },
    tool: { type: "string" },
    input: { type: "string" },
    to: { type: "string" },
    yes: { type: "boolean" },
    revoke: { type: "boolean" },
  },
  positionals: 2,
  async run({ values, positionals }) {
    const [name = "", ...rest] = positionals;
    const load = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
    const usage = `Usage: pawl ${command.usage}`;
    if (load === undefined) {
      const what = name === "" ? "Say what to do with your hooks." : `pawl hooks has no ${name}.`;
      throw new UsageError(`${what}\n${usage}`);
    }
    const { subCommand } = await load();
    const known = ["json", "project", ...subCommand.options];
    const foreign = Object.keys(values).find((option) => !known.includes(option));
    if (foreign !== undefined) throw new UsageError(`pawl hooks ${name} has no --${foreign}.\n${usage}`);
    if (rest.length > subCommand.positionals)
      throw new UsageError(`${rest[subCommand.positionals]} is one argument too many.\n${usage}`);
    return subCommand.run({ values, positionals: rest });
  },
};
