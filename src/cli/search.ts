import { resolve } from "node:path";
import type { Settings } from "../hooks/config/schema.ts";
import { formatTime } from "../platform/clock.ts";
import { projectRoot } from "../platform/project.ts";
import { meaningWeight } from "../search/rank/meaning.ts";
import { type RankParts, WEIGHTS } from "../search/rank/rank.ts";
import type { FoundHit } from "../search/search.ts";
import { SEARCH_TYPES, type SearchQuery, type SearchType, type Store } from "../store/store.ts";
import { quote } from "../text/quote.ts";
import { ANY_NUMBER, type Command, json, toLimit, toText, UsageError } from "./command.ts";
import { withStore } from "./open-store.ts";
import { bold, dim, print, printJson, yellow } from "./output.ts";
import { locale, words } from "./words.ts";

export const command: Command = {
  usage: "search QUERY [--project DIR] [--client C] [--type T] [--since D] [--limit N] [--why] [--json]",
  values: { TYPES: SEARCH_TYPES.join(", ") },
  example: 'pawl search "hook input" --type prompt --since 30d',
  options: {
    ...json,
    client: { type: "string" },
    project: { type: "string" },
    type: { type: "string" },
    since: { type: "string" },
    limit: { type: "string" },
    why: { type: "boolean" },
  },
  positionals: ANY_NUMBER,
  async run({ values, positionals }) {
    const text = positionals.join(" ");
    if (text.trim() === "") throw new UsageError(words.errors.missingSearchText, "search QUERY");
    const folder = toText(values.project);
    const type = toType(toText(values.type));
    const since = await toMoment(toText(values.since));
    const client = toText(values.client);
    const query = {
      text,
      limit: toLimit(values.limit, 10),
      ...(folder === undefined ? {} : { project: projectRoot(resolve(folder)) }),
      ...(client === undefined ? {} : { client: (await import("./clients/option.ts")).toClient(client) }),
      ...(type === undefined ? {} : { type }),
      ...(since === undefined ? {} : { since }),
    };
    const { results, unindexed } = await withStore(async (store, settings) => ({
      results: await find(store, query, settings),
      unindexed: await store.unindexed(),
    }));
    if (values.json === true) {
      printJson({
        ...(unindexed > 0 ? { unindexed } : {}),
        results: results.map((hit) => ({ ...hit, at: new Date(hit.at).toISOString() })),
      });
      return 0;
    }
    if (results.length === 0) print(words.search.none);
    const at = await toShownTime();
    for (const hit of results) {
      print(bold(quote(hit.title, 110)));
      const session = hit.sessionId === "" ? "" : ` ${yellow(hit.sessionId.slice(0, 8))}`;
      print(`  ${dim(`${hit.type} · ${at(hit.at)}`)}${session}`);
      print(`  ${quote(hit.snippet, 220)}`);
      if (values.why === true) print(`  ${dim(whyOf(hit))}`);
    }
    if (unindexed > 0) print(dim(words.search.unindexed(unindexed)));
    return 0;
  },
};

/** People read `yesterday 14:05`; other programs get the date. */
async function toShownTime(): Promise<(at: number) => string> {
  if (process.stdout.isTTY !== true) return formatTime;
  const { when } = await import("./when.ts");
  const now = Date.now();
  return (at) => when(at, now, locale);
}

async function toMoment(given: string | undefined): Promise<number | undefined> {
  if (given === undefined) return undefined;
  const { toSince } = await import("./since.ts");
  return toSince("--since", given, Date.now());
}

/** By words, and by meaning where the user has an endpoint for that. */
async function find(store: Store, query: SearchQuery, settings: Settings | undefined): Promise<FoundHit[]> {
  if (settings?.embeddings.url === undefined) return store.search(query);
  const [{ withSimilar }, { searchAll }] = await Promise.all([
    import("./similar.ts"),
    import("../search/search.ts"),
  ]);
  return withSimilar(store, settings, (similar) => searchAll(store, query, similar));
}

/** The score and its parts: each from 0 to 1, times its weight. */
function whyOf({ score, parts }: FoundHit): string {
  const names = Object.keys(WEIGHTS) as (keyof RankParts)[];
  const shown = names
    .filter((name) => parts[name] > 0)
    .map((name) => `${name} ${parts[name].toFixed(2)}×${WEIGHTS[name]}`);
  if (parts.meaning !== undefined) {
    const byWords = names.reduce((sum, name) => sum + WEIGHTS[name] * parts[name], 0);
    shown.push(`meaning ${parts.meaning.toFixed(2)}×${meaningWeight(byWords).toFixed(2)}`);
  }
  return `${score.toFixed(2)} = ${shown.join(" + ")}`;
}

function toType(value: string | undefined): SearchType | undefined {
  const type = SEARCH_TYPES.find((known) => known === value);
  if (value !== undefined && type === undefined) {
    throw new UsageError(words.errors.optionValues("--type", SEARCH_TYPES.join(", "), value));
  }
  return type;
}
