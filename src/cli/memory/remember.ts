import { resolve } from "node:path";
import { remember, type WhenInjected, whenInjected } from "../../memory/remember/remember.ts";
import { systemClock } from "../../platform/clock.ts";
import { processEnv } from "../../platform/env.ts";
import { projectRoot } from "../../platform/project.ts";
import { redactor } from "../../redact/redactor.ts";
import { quote } from "../../text/quote.ts";
import { ANY_NUMBER, type Command, json, toText, UsageError } from "../command.ts";
import { withStore } from "../open-store.ts";
import { print, printJson } from "../output.ts";
import { words } from "../words.ts";
import { commandAuthor, toPriority } from "./action.ts";

export const command: Command = {
  usage: "remember TEXT [--uri U] [--priority N] [--disclosure D] [--project DIR] [--json]",
  example: 'pawl remember "Amounts are integers, in cents" --disclosure src/pay/',
  options: {
    ...json,
    uri: { type: "string" },
    priority: { type: "string" },
    disclosure: { type: "string" },
    project: { type: "string" },
  },
  positionals: ANY_NUMBER,
  async run({ values, positionals }) {
    const content = positionals.join(" ");
    if (content.trim() === "") throw new UsageError(words.errors.missingMemoryText, "remember TEXT");
    const project = projectRoot(resolve(toText(values.project) ?? "."));
    // A model works where its session runs, whatever project it names.
    const speaker = commandAuthor(project);
    const memory = await withStore((store) =>
      remember(
        store,
        {
          content,
          uri: toText(values.uri),
          project,
          ownProject: projectRoot(resolve(".")),
          priority: toPriority(toText(values.priority)),
          disclosure: toText(values.disclosure),
          // Typed by Claude in a session's shell, it belongs to that session.
          sessionId: processEnv.CLAUDE_CODE_SESSION_ID,
          ...speaker,
          at: systemClock(),
        },
        redactor,
      ),
    );
    const when = whenInjected(memory);
    if (values.json === true) printJson({ uri: memory.uri, status: memory.status, injected: when });
    else if (memory.isKnown === true) print(words.remember.known(memory.uri));
    else if (memory.proposed !== undefined) print(words.remember.proposed(memory.uri));
    else print(`${words.remember.saved(memory.uri)} ${inWords(when)}`);
    return 0;
  },
};

function inWords(when: WhenInjected): string {
  const say = words.remember.when;
  if (when.at === "start") return when.everywhere ? say.everywhere : say.start;
  if (when.at === "files" || when.at === "prompts") return say[when.at](quote(when.condition, 120));
  return say[when.at];
}
