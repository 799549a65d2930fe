/** From the options to the mutations of this run. */
import { type Choice, chooseMutations } from "./choose.ts";
import { EQUIVALENT } from "./equivalent.ts";
import type { Equivalent } from "./equivalent-entry.ts";
import { matchEquivalent } from "./match-equivalent.ts";
import type { Options } from "./options.ts";
import { survivorsOf } from "./results.ts";
import { findMutations, type Mutation } from "./sites.ts";
import { projectFiles, readSources } from "./sources.ts";

export type Plan = {
  paths: string[];
  texts: Map<string, string>;
  /** Every possible mutation of the project, for the probes. */
  all: Mutation[];
  chosen: Mutation[];
  equivalent: { mutation: Mutation; entry: Equivalent }[];
};

export function makePlan(root: string, options: Options): Plan {
  const paths = projectFiles(root);
  const sources = readSources(root, paths);
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const entryOf = (mutation: Mutation) =>
    matchEquivalent(EQUIVALENT, mutation, texts.get(mutation.file) ?? "");
  const all = sources.flatMap(findMutations);
  const wanted = all.filter(
    ({ file, module }) =>
      (options.module === undefined || module === options.module) &&
      (options.at === undefined || file === options.at.file),
  );
  if (wanted.length === 0) throw new Error("No source file matches --module or --at");
  const { chosen, equivalent } = choose(wanted, options, entryOf);
  const listed = equivalent.flatMap((mutation) => {
    const entry = entryOf(mutation);
    return entry === undefined ? [] : [{ mutation, entry }];
  });
  return { paths, texts, all, chosen, equivalent: listed };
}

type EntryOf = (mutation: Mutation) => Equivalent | undefined;

function choose(wanted: Mutation[], options: Options, entryOf: EntryOf): Choice {
  if (options.at !== undefined) return everyAt(wanted, options, entryOf);
  if (options.again !== undefined)
    return setAside(survivorsOf(options.again, wanted).slice(0, options.count), entryOf);
  const isEquivalent = (mutation: Mutation) => entryOf(mutation) !== undefined;
  const { seed, count, perModule } = options;
  return chooseMutations(wanted, {
    seed,
    count: perModule === undefined ? count : { perModule },
    isEquivalent,
  });
}

function everyAt(wanted: Mutation[], { at, count }: Options, entryOf: EntryOf): Choice {
  const there = wanted.filter(
    ({ line, lastLine }) => at?.line === undefined || (line <= at.line && at.line <= lastLine),
  );
  const { chosen, equivalent } = setAside(there, entryOf);
  return { chosen: chosen.slice(0, count), equivalent };
}

function setAside(mutations: Mutation[], entryOf: EntryOf): Choice {
  const { equivalent = [], chosen = [] } = Object.groupBy(mutations, (mutation) =>
    entryOf(mutation) === undefined ? "chosen" : "equivalent",
  );
  return { chosen, equivalent };
}
