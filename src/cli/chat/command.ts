/** `pawl chat`: runs the SDK's Application, for one answer or for a conversation. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, optionText, UsageError } from "../command.ts";
import { words } from "../words.ts";

export const command: Command = {
  usage: "chat [PROMPT] [--resume ID] [--model NAME] [--cwd DIR]",
  example: 'pawl chat "What did we do last time?"',
  options: { resume: { type: "string" }, model: { type: "string" }, cwd: { type: "string" } },
  positionals: 1,
  async run({ values, positionals }) {
    const cwd = resolve(optionText(values.cwd) ?? ".");
    if (!existsSync(cwd)) throw new UsageError(words.errors.noFolder(cwd));
    const { chat } = await import("./run.ts");
    return chat({
      cwd,
      prompt: positionals[0],
      resume: optionText(values.resume),
      model: optionText(values.model),
    });
  },
};
