/** Writes a working gate as a starting point. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EXAMPLE_CONFIG, EXAMPLE_SCRIPT } from "../../hooks/example.ts";
import { PawlError } from "../../platform/errors.ts";
import { words } from "../words.ts";
import { lookHere, type SubCommand } from "./sub-command.ts";

export const subCommand: SubCommand = {
  options: [],
  positionals: 0,
  async run(input) {
    const { project } = lookHere(input.values);
    const files = [
      { file: join(project, ".claude", "pawl.json"), text: EXAMPLE_CONFIG },
      { file: join(project, ".claude", "hooks", "no-force-push.ts"), text: EXAMPLE_SCRIPT },
    ];
    const there = files.find(({ file }) => existsSync(file));
    if (there !== undefined) throw new PawlError("exists", words.hooks.exists(there.file));
    for (const { file, text } of files) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: "wx" });
    }
    const written = files.map(({ file }) => file);
    return input.answer(
      { project, written },
      [...written.map(words.hooks.wrote), words.hooks.initNext].join("\n"),
    );
  },
};
