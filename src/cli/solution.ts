import { normalizeLine } from "../memory/digest/normalize.ts";
import type { Solution } from "../memory/records/knowledge.ts";
import { BY_HAND } from "../memory/records/knowledge.ts";
import { knowledgeIn } from "../memory/sql/index.ts";
import { systemClock } from "../platform/clock.ts";
import { PawlError } from "../platform/errors.ts";
import { redactor } from "../redact/redactor.ts";
import { quote } from "../text/quote.ts";
import { actionOf, type Command, type CommandInput, flag, json, UsageError, value } from "./command.ts";
import { withStore } from "./open-store.ts";
import { bold, dim, print } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage:
    "solution list|add|rm [ERROR SOLUTION | ID] [--all] [--everywhere] [--project DIR] [--limit N] [--json]",
  example: 'pawl solution add "EADDRINUSE: address already in use" "Stop the other dev server: npm run stop"',
  options: { ...json, all: flag, everywhere: flag, project: value, limit: value },
  positionals: 3,
  run: async (input) => actionOf("solution", { list, add, rm }, input.positionals[0] ?? "list")(input),
};

async function list(input: CommandInput): Promise<number> {
  const filter = { limit: input.limit(50), ...(input.has("all") ? {} : { project: input.project() }) };
  const solutions = await withStore((store) => knowledgeIn(store).solutions(filter));
  return input.answer({ solutions }, () => {
    if (solutions.length === 0) print(words.solution.none);
    for (const one of solutions) {
      print(`${bold(one.id)}  ${quote(one.errorSample, 110)}`);
      print(`  → ${quote(one.text, 200)} ${dim(`(${trackRecord(one)})`)}`);
    }
  });
}

async function add(input: CommandInput): Promise<number> {
  const [, error, text] = input.positionals;
  if (error === undefined || text === undefined)
    throw new UsageError(words.errors.missingSolution, "solution add ERROR TEXT");
  const errorSample = redactor.text(error);
  const made = {
    // A solution for all projects belongs to none.
    project: input.has("everywhere") ? "" : input.project(),
    fingerprint: normalizeLine(quote(errorSample, 240)),
    kind: BY_HAND,
    toolName: "",
    errorSample,
    text: redactor.text(text),
    steps: [],
    source: "user",
    redaction: redactor.version,
    at: systemClock(),
  } as const;
  const solution = await withStore((store) => knowledgeIn(store).saveSolution(made));
  return input.answer(solution, words.solution.saved(solution.id));
}

async function rm(input: CommandInput): Promise<number> {
  const [, id] = input.positionals;
  if (id === undefined) throw new UsageError(words.errors.missingSolutionId, "solution rm ID");
  if (await withStore((store) => knowledgeIn(store).removeSolution(id)))
    return input.answer({ id }, words.solution.removed(id));
  const { solutionUnknown, solutionUnknownHint: hint } = words.errors;
  throw new PawlError("solution_unknown", solutionUnknown(id), { hint });
}

function trackRecord({ successes, failures }: Pick<Solution, "successes" | "failures">): string {
  const worked = successes <= 1 ? words.solution.seenOnce : words.solution.worked(successes);
  return failures === 0 ? worked : `${worked}, ${words.solution.failed(failures)}`;
}
