/** From the options to the mutations of this run. */
import { type Choice, chooseMutations } from "./choose.ts";
import { EQUIVALENT, type Equivalent } from "./equivalent.ts";
import { matchEquivalent } from "./match-equivalent.ts";
import type { Options } from "./options.ts";
import { findMutations, type Mutation } from "./sites.ts";
import { projectFiles, readSources } from "./sources.ts";

export type Plan = {
  paths: string[];
  texts: Map<string, string>;
  chosen: Mutation[];
  equivalent: { mutation: Mutation; entry: Equivalent }[];
};

export function makePlan(root: string, options: Options): Plan {
  const paths = projectFiles(root);
  const sources = readSources(root, paths).filter(
    ({ path, module }) =>
      (options.module === undefined || module === options.module) &&
      (options.at === undefined || path === options.at.file),
  );
  if (sources.length === 0) throw new Error("No source file matches --module or --at");
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const entryOf = (mutation: Mutation) =>
    matchEquivalent(EQUIVALENT, mutation, texts.get(mutation.file) ?? "");
  const all = sources.flatMap(findMutations);
  const { chosen, equivalent } =
    options.at === undefined ? draw(sources, all, options, entryOf) : everyAt(all, options, entryOf);
  const listed = equivalent.flatMap((mutation) => {
    const entry = entryOf(mutation);
    return entry === undefined ? [] : [{ mutation, entry }];
  });
  return { paths, texts, chosen, equivalent: listed };
}

type EntryOf = (mutation: Mutation) => Equivalent | undefined;

function draw(
  sources: { module: string; text: string }[],
  all: Mutation[],
  { seed, count }: Options,
  entryOf: EntryOf,
): Choice {
  const sizes = new Map<string, number>();
  for (const { module, text } of sources)
    sizes.set(module, (sizes.get(module) ?? 0) + text.split("\n").length);
  return chooseMutations(all, sizes, {
    seed,
    count,
    isEquivalent: (mutation) => entryOf(mutation) !== undefined,
  });
}

function everyAt(all: Mutation[], { at, count }: Options, entryOf: EntryOf): Choice {
  const there = all.filter(
    ({ line, lastLine }) => at?.line === undefined || (line <= at.line && at.line <= lastLine),
  );
  const [equivalent, chosen] = [true, false].map((wanted) =>
    there.filter((mutation) => (entryOf(mutation) !== undefined) === wanted),
  );
  return { chosen: (chosen ?? []).slice(0, count), equivalent: equivalent ?? [] };
}
