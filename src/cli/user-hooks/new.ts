/** Makes a hook from one sentence and shows it; it runs after `pawl hooks trust`. */
import { join } from "node:path";
import { applyEdits, modify, parse } from "jsonc-parser";
import { hookFromSentence, SENTENCES } from "../../hooks/from-sentence.ts";
import { PawlError } from "../../platform/errors.ts";
import { makePrivateDir, readIfThere, writeWhole } from "../../platform/files.ts";
import { UsageError } from "../command.ts";
import { dim, plain, print } from "../output.ts";
import { words } from "../words.ts";
import { lookHere, type SubCommand } from "./sub-command.ts";

export const subCommand: SubCommand = {
  options: [],
  positionals: 1,
  async run(input) {
    const [sentence] = input.positionals;
    const { project } = lookHere(input.values);
    const examples = SENTENCES.map((each) => `pawl hooks new "${each}"`).join("\n");
    if (sentence === undefined) throw new UsageError(words.hooks.noTemplate, examples);
    const made = hookFromSentence(sentence);
    if (made === undefined) throw new PawlError("no_template", words.hooks.noTemplate, { hint: examples });
    const file = join(project, ".claude", "pawl.json");
    makePrivateDir(join(file, ".."));
    writeWhole(file, withGroup(readIfThere(file) ?? "", made.event, made.group), 0o644);
    return input.answer({ project, file, event: made.event, hook: made.group }, () => {
      print(`${made.event}\n${dim(plain(JSON.stringify(made.group, null, 2)))}`);
      print(words.hooks.wrote(file));
      print(words.hooks.initNext);
    });
  },
};

// Edits a project's `.claude/pawl.json` as text: adds hooks and keeps comments and formatting.

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

export function withGroup(text: string, event: string, group: object): string {
  if (text.trim() === "") return `${JSON.stringify({ hooks: { [event]: [group] } }, null, 2)}\n`;
  const { hooks } = Object(parse(text, [], { allowTrailingComma: true })) as { hooks?: unknown };
  if (Array.isArray(hooks)) return applyEdits(text, modify(text, ["hooks", -1], { event, ...group }, FORMAT));
  const list = Object(hooks)[event] as unknown;
  const path = Array.isArray(list) ? ["hooks", event, list.length] : ["hooks", event];
  return applyEdits(text, modify(text, path, Array.isArray(list) ? group : [group], FORMAT));
}
