/** `pawl chat`: runs the SDK room's Application, for one answer or for a conversation. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, toText, UsageError } from "../command.ts";

export const command: Command = {
  summary: "Talk with Claude on the Agent SDK, with this project's hooks and memory",
  usage: "chat [PROMPT] [--resume ID] [--model NAME] [--cwd DIR]",
  details: `With PROMPT (or text on standard input) it prints the answer and ends. Without, it is a conversation: /exit or Ctrl-D
leaves, Ctrl-C stops Claude's turn, and twice at the prompt leaves.
The hooks of the project's .claude/settings.json run. In a terminal you are asked first; without one they run as they
do in claude -p, so use it in folders that you trust.`,
  example: 'pawl chat "What did we do last time?"',
  options: { resume: { type: "string" }, model: { type: "string" }, cwd: { type: "string" } },
  positionals: 1,
  async run({ values, positionals }) {
    const cwd = resolve(toText(values.cwd) ?? ".");
    if (!existsSync(cwd)) throw new UsageError(`There is no folder ${cwd}.`);
    const { chat } = await import("./run.ts");
    return chat({ cwd, prompt: positionals[0], resume: toText(values.resume), model: toText(values.model) });
  },
};
