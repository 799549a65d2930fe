import { resolve } from "node:path";
import { redactor } from "../../memory/redact/redactor.ts";
import { systemClock } from "../../platform/clock.ts";
import { projectRoot } from "../../platform/project.ts";
import { remember } from "../../services/remember/remember.ts";
import { ANY_NUMBER, type Command, json, toText, UsageError } from "../command.ts";
import { withStore } from "../open-store.ts";
import { print, printJson } from "../output.ts";
import { words } from "../words.ts";
import { toPriority } from "./priority.ts";

export const command: Command = {
  usage: "remember TEXT [--uri U] [--priority N] [--disclosure D] [--project DIR] [--json]",
  example: 'pawl remember "Amounts are integers, in cents" --priority 1',
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
    const memory = await withStore((store) =>
      remember(
        store,
        {
          content,
          uri: toText(values.uri),
          project: projectRoot(resolve(toText(values.project) ?? ".")),
          priority: toPriority(toText(values.priority)),
          disclosure: toText(values.disclosure),
          author: "terminal",
          at: systemClock(),
        },
        redactor,
      ),
    );
    if (values.json === true) printJson({ uri: memory.uri });
    else print(words.remember.saved(memory.uri));
    return 0;
  },
};
