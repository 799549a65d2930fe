import { resolve } from "node:path";
import { normalizeLine } from "../memory/digest/normalize.ts";
import type { Solution } from "../memory/records/knowledge.ts";
import { BY_HAND } from "../memory/records/knowledge.ts";
import { knowledgeIn } from "../memory/sql/index.ts";
import { systemClock } from "../platform/clock.ts";
import { PawlError } from "../platform/errors.ts";
import { projectRoot } from "../platform/project.ts";
import { redactor } from "../redact/redactor.ts";
import { quote } from "../text/quote.ts";
import { type Command, json, toLimit, toText, UsageError } from "./command.ts";
import { withStore } from "./open-store.ts";
import { bold, dim, print, printJson } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage:
    "solution list|add|rm [ERROR SOLUTION | ID] [--all] [--everywhere] [--project DIR] [--limit N] [--json]",
  example: 'pawl solution add "EADDRINUSE: address already in use" "Stop the other dev server: npm run stop"',
  options: {
    ...json,
    all: { type: "boolean" },
    everywhere: { type: "boolean" },
    project: { type: "string" },
    limit: { type: "string" },
  },
  positionals: 3,
  async run({ values, positionals }) {
    const [action = "list", first, second] = positionals;
    const project = projectRoot(resolve(toText(values.project) ?? "."));
    return withStore(async (store) => {
      switch (action) {
        case "list": {
          const filter = values.all === true ? {} : { project };
          const solutions = await knowledgeIn(store).solutions({
            limit: toLimit(values.limit, 50),
            ...filter,
          });
          if (values.json === true) printJson({ solutions });
          else if (solutions.length === 0) print(words.solution.none);
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
            throw new UsageError(words.errors.missingSolution, "solution add ERROR TEXT");
          const errorSample = redactor.text(first);
          const solution = await knowledgeIn(store).saveSolution({
            // A solution for all projects belongs to none.
            project: values.everywhere === true ? "" : project,
            fingerprint: normalizeLine(quote(errorSample, 240)),
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
          else print(words.solution.saved(solution.id));
          return 0;
        }
        case "rm": {
          if (first === undefined) throw new UsageError(words.errors.missingSolutionId, "solution rm ID");
          if (!(await knowledgeIn(store).removeSolution(first))) {
            throw new PawlError("solution_unknown", words.errors.solutionUnknown(first), {
              hint: words.errors.solutionUnknownHint,
            });
          }
          if (values.json === true) printJson({ id: first });
          else print(words.solution.removed(first));
          return 0;
        }
        default:
          throw new UsageError(words.errors.unknownAction("solution", action, "list, add, rm"));
      }
    });
  },
};

function trackRecord({ successes, failures }: Pick<Solution, "successes" | "failures">): string {
  const worked = successes <= 1 ? words.solution.seenOnce : words.solution.worked(successes);
  return failures === 0 ? worked : `${worked}, ${words.solution.failed(failures)}`;
}
