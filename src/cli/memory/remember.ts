import { resolve } from "node:path";
import { remember, type WhenInjected, whenInjected } from "../../memory/remember/remember.ts";
import { systemClock } from "../../platform/clock.ts";
import { processEnv } from "../../platform/env.ts";
import { projectRoot } from "../../platform/project.ts";
import { redactor } from "../../redact/redactor.ts";
import { quote } from "../../text/quote.ts";
import { ANY_NUMBER, type Command, json, UsageError, value } from "../command.ts";
import { withStore } from "../open-store.ts";
import { words } from "../words.ts";
import { commandAuthor, priorityIn } from "./action.ts";

export const command: Command = {
  usage: "remember TEXT [--uri U] [--priority N] [--disclosure D] [--project DIR] [--json]",
  example: 'pawl remember "Amounts are integers, in cents" --disclosure src/pay/',
  options: { ...json, uri: value, priority: value, disclosure: value, project: value },
  positionals: ANY_NUMBER,
  async run(input) {
    const content = input.positionals.join(" ");
    if (content.trim() === "") throw new UsageError(words.errors.missingMemoryText, "remember TEXT");
    const project = input.project();
    const said = {
      content,
      uri: input.text("uri"),
      project,
      // A model works in its session's project, whatever project it names.
      ownProject: projectRoot(resolve(".")),
      priority: priorityIn(input),
      disclosure: input.text("disclosure"),
      // If Claude typed it in a session's shell, it belongs to that session.
      sessionId: processEnv.CLAUDE_CODE_SESSION_ID,
      ...commandAuthor(project),
      at: systemClock(),
    };
    const memory = await withStore((store) => remember(store, said, redactor));
    const { uri, status } = memory;
    const injected = whenInjected(memory);
    const { known, proposed, saved } = words.remember;
    const sentence =
      memory.isKnown === true
        ? known(uri)
        : memory.proposed !== undefined
          ? proposed(uri)
          : `${saved(uri)} ${inWords(injected)}`;
    return input.answer({ uri, status, injected }, sentence);
  },
};

function inWords(when: WhenInjected): string {
  const say = words.remember.when;
  if (when.at === "start") return when.everywhere ? say.everywhere : say.start;
  if (when.at === "files" || when.at === "prompts") return say[when.at](quote(when.condition, 120));
  return say[when.at];
}
