import { resolve } from "node:path";
import { redactor } from "../../memory/redact/redactor.ts";
import { systemClock } from "../../platform/clock.ts";
import { projectRoot } from "../../platform/project.ts";
import { remember } from "../../services/remember/remember.ts";
import { type Command, json, toText, UsageError } from "../command.ts";
import { withStore } from "../open-store.ts";
import { print, printJson } from "../output.ts";
import { toPriority } from "./priority.ts";

export const command: Command = {
  summary: "Keep a fact by hand, for later sessions of this project",
  usage: "remember TEXT [--uri U] [--priority N] [--disclosure D] [--project DIR] [--json]",
  details: [
    "  --uri         its name, such as project://patterns/errors or user://style (user:// holds in every project)",
    "  --priority    0–2 told in every session, 3–5 when it helps (default 5), 6–7 by hand, 8–10 never by itself",
    '  --disclosure  when it helps: "When the build is touched"',
  ].join("\n"),
  example: 'pawl remember "Amounts are integers, in cents" --priority 1',
  options: {
    ...json,
    uri: { type: "string" },
    priority: { type: "string" },
    disclosure: { type: "string" },
    project: { type: "string" },
  },
  positionals: 1000,
  async run({ values, positionals }) {
    const content = positionals.join(" ");
    if (content.trim() === "") throw new UsageError("Say what to remember: pawl remember TEXT");
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
    else print(`Remembered as ${memory.uri}.`);
    return 0;
  },
};
