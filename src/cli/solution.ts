import { resolve } from "node:path";
import { PawlError } from "../errors.ts";
import { trackRecord } from "../mcp/text.ts";
import { BY_HAND, handFingerprint } from "../memory/learn/stored.ts";
import { redactor } from "../memory/redact/redactor.ts";
import { quote } from "../memory/text/quote.ts";
import { systemClock } from "../platform/clock.ts";
import { projectRoot } from "../platform/project.ts";
import { type Command, json, toLimit, toText, UsageError } from "./command.ts";
import { withStore } from "./open-store.ts";
import { bold, dim, print, printJson } from "./output.ts";

export const command: Command = {
  summary: "Errors that were solved, and how",
  usage: "solution list|add|rm [ERROR SOLUTION | ID] [--all] [--project DIR] [--limit N] [--json]",
  details: [
    "  list              best first; --all: of every project",
    "  add ERROR TEXT    one by hand: the error as it is printed, and what to do",
    "  rm ID             as list shows it",
  ].join("\n"),
  example: 'pawl solution add "EADDRINUSE: address already in use" "Stop the other dev server: npm run stop"',
  options: { ...json, all: { type: "boolean" }, project: { type: "string" }, limit: { type: "string" } },
  positionals: 3,
  async run({ values, positionals }) {
    const [action = "list", first, second] = positionals;
    const project = projectRoot(resolve(toText(values.project) ?? "."));
    return withStore(async (store) => {
      switch (action) {
        case "list": {
          const filter = values.all === true ? {} : { project };
          const solutions = await store.solutions({ limit: toLimit(values.limit, 50), ...filter });
          if (values.json === true) printJson({ solutions });
          else if (solutions.length === 0)
            print("No solution is known yet. They are learned from what happens.");
          else {
            for (const one of solutions) {
              print(
                `${bold(one.id)}  ${quote(one.errorSample, 110)}\n  → ${quote(one.text, 200)} ${dim(`(${trackRecord(one)})`)}`,
              );
            }
          }
          return 0;
        }
        case "add": {
          if (first === undefined || second === undefined)
            throw new UsageError("pawl solution add ERROR TEXT");
          const errorSample = redactor.text(first);
          const solution = await store.saveSolution({
            project,
            fingerprint: handFingerprint(errorSample, project),
            kind: BY_HAND,
            toolName: "",
            errorSample,
            text: redactor.text(second),
            steps: [],
            source: "user",
            redaction: redactor.version,
            at: systemClock(),
          });
          if (values.json === true) printJson(solution);
          else print(`Kept as ${solution.id}.`);
          return 0;
        }
        case "rm": {
          if (first === undefined) throw new UsageError("Say which: pawl solution rm ID");
          if (!(await store.removeSolution(first))) {
            throw new PawlError("solution_unknown", `There is no solution ${first}`, {
              hint: "pawl solution list shows them.",
            });
          }
          if (values.json === true) printJson({ id: first });
          else print(`${first} is gone.`);
          return 0;
        }
        default:
          throw new UsageError(`pawl solution takes list, add or rm, not ${action}`);
      }
    });
  },
};
