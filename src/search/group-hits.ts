/** A search for people: one group per session with its title, conversation before commands. Page and terminal use it. */
import { isClientUri } from "../memory/client/uri.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";
import { searchIn } from "./sql/index.ts";
import type { SearchHit, SearchQuery } from "./types.ts";

interface HitGroup<H extends SearchHit = SearchHit> {
  /** Empty for a record without a session. */
  sessionId: string;
  project: string;
  at: number;
  /** Best first; the others are in `more`. */
  hits: H[];
  more: number;
}

/** People search for prompts and answers. A long output matches many words by chance. */
const WEIGHTS: Readonly<Record<SearchHit["type"], number>> = {
  memory: 1.15,
  prompt: 1.1,
  response: 1.05,
  summary: 1,
  notification: 0.9,
  solution: 0.95,
  observation: 0.9,
};
/** Several matches in one session count more than one. */
const PER_MATCH = 0.02;
const MOST_MATCHES = 5;
const SHOWN = 3;

export function groupHits<H extends SearchHit>(hits: readonly H[]): HitGroup<H>[] {
  const groups = new Map<string, H[]>();
  for (const hit of hits) {
    const isOwn = hit.type === "memory" || hit.sessionId === "";
    const key = isOwn ? hit.id : hit.sessionId;
    groups.set(key, [...(groups.get(key) ?? []), hit]);
  }
  const weighed = (hit: H) => hit.score * WEIGHTS[hit.type];
  return [...groups.values()]
    .map((all) => all.sort((a, b) => weighed(b) - weighed(a)))
    .map((all) => ({
      all,
      score: weighed(all[0] as H) + PER_MATCH * Math.min(MOST_MATCHES, all.length - 1),
    }))
    .sort((a, b) => b.score - a.score)
    .map(({ all }) => {
      const [first] = all as [H, ...H[]];
      return {
        sessionId: first.type === "memory" ? "" : first.sessionId,
        project: first.project,
        at: Math.max(...all.map(({ at }) => at)),
        hits: all.slice(0, SHOWN),
        more: Math.max(0, all.length - SHOWN),
      };
    });
}

export interface SessionGroup extends HitGroup {
  /** The session's title; empty for a record without a session. */
  title: string;
}

interface GroupedSearch {
  groups: SessionGroup[];
  /** Hits in all groups. */
  total: number;
  /** False if there may be more than were read. */
  isAll: boolean;
}

/**
 * Maximum hits to read. The search runs on every key press, and each hit is read and scored: 200 take three times as long,
 * and few people scroll that far.
 */
const MAX_HITS = 80;

export async function searchSessions(
  store: Store,
  query: Omit<SearchQuery, "limit">,
  options: {
    /** Groups that are wanted. */
    limit: number;
    keep?(hits: SearchHit[]): Promise<SearchHit[]>;
  },
): Promise<GroupedSearch> {
  const found = await searchIn(store).search({ ...query, limit: MAX_HITS });
  const hits = (await options.keep?.(found)) ?? found;
  const groups = groupHits(hits).slice(0, options.limit);
  const sessions = await recordsIn(store).sessionOverviews(
    groups.map(({ sessionId }) => sessionId).filter(Boolean),
  );
  const titles = new Map(sessions.map(({ id, title }) => [id, title]));
  return {
    groups: groups.map((group) => ({ ...group, title: titles.get(group.sessionId) ?? "" })),
    total: hits.length,
    isAll: found.length < MAX_HITS,
  };
}

/** Searches a project's records, and the client's memories of its other folders. */
export async function searchProject(
  store: Store,
  query: SearchQuery & { project: string },
  folders: readonly string[],
): Promise<SearchHit[]> {
  const hits = await searchIn(store).search(query);
  if (query.type !== undefined && query.type !== "memory") return hits;
  for (const project of folders) {
    if (project === query.project) continue;
    const found = await searchIn(store).search({ ...query, project, type: "memory" });
    hits.push(...found.filter(({ uri, project: of }) => of !== "" && uri !== undefined && isClientUri(uri)));
  }
  return hits.sort((a, b) => b.score - a.score).slice(0, query.limit);
}
