import { resolve } from "node:path";
import { formatTime } from "../platform/clock.ts";
import { projectRoot } from "../platform/project.ts";
import { type SessionGroup, searchSessions } from "../search/group-hits.ts";
import { type RankParts, WEIGHTS } from "../search/rank/rank.ts";
import { searchIn } from "../search/sql/index.ts";
import { SEARCH_TYPES, type SearchHit, type SearchType } from "../search/types.ts";
import { wordIndexIn } from "../store/index/lazy-index.ts";
import { quote } from "../text/quote.ts";
import { ANY_NUMBER, type Command, json, toLimit, toText, UsageError } from "./command.ts";
import { lookInStore } from "./open-store.ts";
import { bold, dim, plain, print, printJson, tilde, toHighlight, yellow } from "./output.ts";
import { words } from "./words.ts";

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
    const limit = toLimit(values.limit, 10);
    const query = {
      text,
      ...(folder === undefined ? {} : { project: projectRoot(resolve(folder)) }),
      ...(client === undefined ? {} : { client: (await import("./clients/option.ts")).toClient(client) }),
      ...(type === undefined ? {} : { type }),
      ...(since === undefined ? {} : { since }),
    };
    const isJson = values.json === true;
    const { found, unindexed } = await lookInStore(async (store) => ({
      found: isJson
        ? await searchIn(store).search({ ...query, limit })
        : await searchSessions(store, query, { limit }),
      unindexed: await wordIndexIn(store).unindexed(),
    }));
    if (Array.isArray(found)) {
      const results = found.map((hit) => ({ ...hit, at: new Date(hit.at).toISOString() }));
      printJson({ ...(unindexed > 0 ? { unindexed } : {}), results });
      return 0;
    }
    const mark = toHighlight(text);
    if (found.groups.length === 0) print(words.search.none);
    for (const group of found.groups) showGroup(group, { mark, isWhy: values.why === true });
    if (unindexed > 0) print(dim(words.search.unindexed(unindexed)));
    return 0;
  },
};

interface Shown {
  mark(text: string): string;
  isWhy: boolean;
}

function showGroup({ sessionId, project, at, title, hits, more }: SessionGroup, shown: Shown): void {
  const [best] = hits;
  const name = title === "" ? (best?.title ?? "") : title;
  print(bold(shown.mark(quote(name, 110))));
  const id = sessionId === "" ? (best?.uri ?? best?.type ?? "") : sessionId.slice(0, 8);
  print(
    `  ${yellow(plain(id))} ${dim([formatTime(at), ...(project === "" ? [] : [quote(tilde(project), 60)])].join(" · "))}`,
  );
  for (const hit of hits) {
    const said = quote(hit.snippet, 220);
    // What the heading says already is not said again.
    if (!said.startsWith(name) || shown.isWhy) print(`  ${dim(`${whose(hit)}:`)} ${shown.mark(said)}`);
    if (shown.isWhy) print(`    ${dim(whyOf(hit))}`);
  }
  if (more > 0) print(`  ${dim(words.search.more(more))}`);
}

/** Who said it; of a call, which tool. */
function whose({ type, title }: SearchHit): string {
  if (type === "prompt") return words.sessions.you;
  if (type === "response") return words.sessions.claude;
  return type === "observation" ? (/^\w+/.exec(title)?.[0] ?? type) : type;
}

async function toMoment(given: string | undefined): Promise<number | undefined> {
  if (given === undefined) return undefined;
  const { toSince } = await import("./when.ts");
  return toSince("--since", given, Date.now());
}

/** The score and its parts: each from 0 to 1, times its weight. */
function whyOf({ score, parts }: SearchHit): string {
  const names = Object.keys(WEIGHTS) as (keyof RankParts)[];
  const shown = names
    .filter((name) => parts[name] > 0)
    .map((name) => `${name} ${parts[name].toFixed(2)}×${WEIGHTS[name]}`);
  return `${score.toFixed(2)} = ${shown.join(" + ")}`;
}

function toType(value: string | undefined): SearchType | undefined {
  const type = SEARCH_TYPES.find((known) => known === value);
  if (value !== undefined && type === undefined) {
    throw new UsageError(words.errors.optionValues("--type", SEARCH_TYPES.join(", "), value));
  }
  return type;
}
