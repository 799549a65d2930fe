/** The command line of `npm run mutate`. */
import { parseArgs } from "node:util";

export type Options = {
  seed: number;
  count: number;
  /** As many in each module, instead of `count` in all. */
  perModule?: number;
  jobs: number;
  wide: boolean;
  e2e: boolean;
  list: boolean;
  module?: string;
  /** All mutations of a file or of one of its lines, instead of a random choice. */
  at?: { file: string; line?: number };
  json?: string;
  /** Results of an earlier run, whose survivors are judged again. */
  again?: string;
  /** Where each verdict is written as it comes. */
  results?: string;
  resume: boolean;
  fresh: boolean;
};

export const USAGE = `Usage: npm run mutate -- [options]
  --seed N       repeat the choice of an earlier run (random when absent)
  --count N      how many mutations (150)
  --per-module N  as many in each module, so that a module's rate can be trusted
  --module NAME  only this module, a folder of src/
  --at FILE[:LINE]  every mutation of this file or line, up to --count
  --list         print the chosen mutations and stop
  --no-wide      without the tests in test/
  --e2e          survivors also meet the end-to-end tests (slow)
  --jobs N       mutants at a time (2)
  --json FILE    write the result as JSON
  --results FILE  write each verdict as it comes (node_modules/.cache/pawl-mutate/seed-N.jsonl)
  --resume       go on with the results of a run that was stopped
  --again FILE   judge the survivors of these results again, after tests were written
  --fresh        measure every test file again, also those that have not changed`;

export function parseOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      seed: { type: "string" },
      count: { type: "string", default: "150" },
      "per-module": { type: "string" },
      jobs: { type: "string", default: "2" },
      module: { type: "string" },
      at: { type: "string" },
      json: { type: "string" },
      again: { type: "string" },
      results: { type: "string" },
      resume: { type: "boolean", default: false },
      fresh: { type: "boolean", default: false },
      wide: { type: "boolean", default: true },
      e2e: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
    },
  });
  const perModule = values["per-module"];
  const [, file, line] = values.at?.match(/^(.*?)(?::(\d+))?$/) ?? [];
  return {
    seed: values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : toWhole("seed", values.seed, 0),
    count: toWhole("count", values.count, 1),
    ...(perModule === undefined ? {} : { perModule: toWhole("per-module", perModule, 1) }),
    jobs: toWhole("jobs", values.jobs, 1),
    wide: values.wide,
    e2e: values.e2e,
    list: values.list,
    resume: values.resume,
    fresh: values.fresh,
    ...(values.again === undefined ? {} : { again: values.again }),
    ...(values.results === undefined ? {} : { results: values.results }),
    ...(values.module === undefined ? {} : { module: values.module }),
    ...(file === undefined ? {} : { at: { file, ...(line === undefined ? {} : { line: Number(line) }) } }),
    ...(values.json === undefined ? {} : { json: values.json }),
  };
}

function toWhole(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new Error(`--${name} must be a whole number from ${least}`);
  return value;
}
