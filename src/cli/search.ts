import { DEFAULT_CLIENT } from "../clients/index.ts";
import { formatTime } from "../platform/clock.ts";
import { type SessionGroup, searchSessions } from "../search/group-hits.ts";
import { WEIGHTS } from "../search/rank.ts";
import { searchIn } from "../search/sql/index.ts";
import { type RankParts, SEARCH_TYPES, type SearchHit } from "../search/types.ts";
import { wordIndexIn } from "../store/index/lazy-index.ts";
import { present } from "../store/values.ts";
import { quote } from "../text/quote.ts";
import { ANY_NUMBER, type Command, flag, json, UsageError, value } from "./command.ts";
import { lookInStore } from "./open-store.ts";
import { bold, dim, plain, print, printJson, tilde, toHighlight, yellow } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "search QUERY [--project DIR] [--client C] [--type T] [--since D] [--limit N] [--why] [--json]",
  values: { TYPES: SEARCH_TYPES.join(", ") },
  example: 'pawl search "hook input" --type prompt --since 30d',
  options: { ...json, client: value, project: value, type: value, since: value, limit: value, why: flag },
  positionals: ANY_NUMBER,
  async run(input) {
    const text = input.positionals.join(" ");
    if (text.trim() === "") throw new UsageError(words.errors.missingSearchText, "search QUERY");
    // Loaded only if given, because users wait for a search.
    const given = (name: string) => input.text(name) !== undefined;
    const since = given("since") ? (await import("./when.ts")).sinceIn(input) : undefined;
    const client = given("client") ? (await import("./clients/option.ts")).clientIn(input) : undefined;
    const type = input.oneOf("type", SEARCH_TYPES);
    const query = { text, ...present({ project: input.onlyProject(), client, type, since }) };
    const limit = input.limit(10);
    return lookInStore(async (store) => {
      if (input.isJson) {
        const found = await searchIn(store).search({ ...query, limit });
        const results = found.map((hit) => ({ ...hit, at: new Date(hit.at).toISOString() }));
        const unindexed = await wordIndexIn(store).unindexed();
        printJson({ ...(unindexed > 0 ? { unindexed } : {}), results });
        return 0;
      }
      const { groups } = await searchSessions(store, query, { limit });
      const mark = toHighlight(text);
      if (groups.length === 0) print(words.search.none);
      const others = groups.some(({ hits }) =>
        hits.some((hit) => (hit.client ?? DEFAULT_CLIENT) !== DEFAULT_CLIENT),
      );
      const titleOf = others ? (await import("../clients/setups.ts")).titleOf : String;
      for (const group of groups) showGroup(group, { mark, titleOf, isWhy: input.has("why") });
      const unindexed = await wordIndexIn(store).unindexed();
      if (unindexed > 0) print(dim(words.search.unindexed(unindexed)));
      return 0;
    });
  },
};

interface Shown {
  mark(text: string): string;
  /** The client, if it is not the default one. */
  titleOf(client: string): string;
  isWhy: boolean;
}

function showGroup(group: SessionGroup, { mark, titleOf, isWhy }: Shown): void {
  const { sessionId, project, at, title, hits, more } = group;
  const [best] = hits;
  const name = title === "" ? (best?.title ?? "") : title;
  print(bold(mark(quote(name, 110))));
  const id = sessionId === "" ? (best?.uri ?? best?.type ?? "") : sessionId.slice(0, 8);
  const about = [formatTime(at), ...(project === "" ? [] : [quote(tilde(project), 60)])];
  print(`  ${yellow(plain(id))} ${dim(about.join(" · "))}`);
  for (const hit of hits) {
    const said = quote(hit.snippet, 220);
    // Do not repeat the heading.
    if (!said.startsWith(name) || isWhy) print(`  ${dim(`${whose(hit, titleOf)}:`)} ${mark(said)}`);
    if (isWhy) print(`    ${dim(whyOf(hit))}`);
  }
  if (more > 0) print(`  ${dim(words.search.more(more))}`);
}

/** The speaker; for a call, its tool. */
function whose({ type, title, client = DEFAULT_CLIENT }: SearchHit, titleOf: Shown["titleOf"]): string {
  if (type === "prompt") return words.sessions.you;
  if (type === "response") return client === DEFAULT_CLIENT ? words.sessions.claude : titleOf(client);
  return type === "observation" ? (/^\w+/.exec(title)?.[0] ?? type) : type;
}

/** The score and its parts: each from 0 to 1, times its weight. */
function whyOf({ score, parts }: SearchHit): string {
  const names = Object.keys(WEIGHTS) as (keyof RankParts)[];
  const shown = names
    .filter((name) => parts[name] > 0)
    .map((name) => `${name} ${parts[name].toFixed(2)}×${WEIGHTS[name]}`);
  return `${score.toFixed(2)} = ${shown.join(" + ")}`;
}
