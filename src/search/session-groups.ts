/** A search for people: one group per session, with its title. Page and terminal show the same. */
import type { SearchQuery, Store } from "../store/store.ts";
import { groupHits, type HitGroup } from "./group-hits.ts";
import { type FoundHit, searchAll } from "./search.ts";
import type { FindSimilar } from "./similar.ts";

export interface SessionGroup extends HitGroup {
  /** Of the session; empty for what belongs to none. */
  title: string;
}

export interface GroupedSearch {
  groups: SessionGroup[];
  /** Hits in all groups. */
  total: number;
  /** False: there may be more than were read. */
  isAll: boolean;
}

/**
 * As many hits as are read. It runs at every key, and each hit is read and weighed: 200 cost three times as much, and few
 * people scroll that far.
 */
const MAX_HITS = 80;

export async function searchSessions(
  store: Pick<Store, "search" | "sessionOverviews">,
  query: Omit<SearchQuery, "limit">,
  options: {
    similar: FindSimilar | undefined;
    /** Groups that are wanted. */
    limit: number;
    keep?(hits: FoundHit[]): Promise<FoundHit[]>;
  },
): Promise<GroupedSearch> {
  const found = await searchAll(store, { ...query, limit: MAX_HITS }, options.similar);
  const hits = (await options.keep?.(found)) ?? found;
  const groups = groupHits(hits.map(withReadableSnippet)).slice(0, options.limit);
  const sessions = await store.sessionOverviews(groups.map(({ sessionId }) => sessionId).filter(Boolean));
  const titles = new Map(sessions.map(({ id, title }) => [id, title]));
  return {
    groups: groups.map((group) => ({ ...group, title: titles.get(group.sessionId) ?? "" })),
    total: hits.length,
    isAll: found.length < MAX_HITS,
  };
}

/** The input and output of a call are stored as JSON: its escaped line breaks are no text. */
function withReadableSnippet(hit: FoundHit): FoundHit {
  return { ...hit, snippet: hit.snippet.replace(/(?<!\\)\\[nrt]/g, " ") };
}
