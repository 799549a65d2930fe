/** A search by words and, where the user has an endpoint for embeddings, by meaning. */

import { isClientUri } from "../memory/client/uri.ts";
import type { Store } from "../store/store.ts";
import { fuseHits, type MeaningParts } from "./rank/meaning.ts";
import type { FindSimilar } from "./similar.ts";
import { searchIn } from "./sql/index.ts";
import type { SearchHit, SearchQuery } from "./types.ts";

export interface FoundHit extends SearchHit {
  parts: MeaningParts;
}

/** The same, with the client's memories of the other folders that are this project. */
export async function searchProject(
  store: Store,
  query: SearchQuery & { project: string },
  folders: readonly string[],
  similar: FindSimilar | undefined,
): Promise<FoundHit[]> {
  const hits = await searchAll(store, query, similar);
  if (query.type !== undefined && query.type !== "memory") return hits;
  for (const project of folders) {
    if (project === query.project) continue;
    const found = await searchIn(store).search({ ...query, project, type: "memory" });
    hits.push(...found.filter(({ uri, project: of }) => of !== "" && uri !== undefined && isClientUri(uri)));
  }
  return hits.sort((a, b) => b.score - a.score).slice(0, query.limit);
}

export async function searchAll(
  store: Store,
  query: SearchQuery,
  similar: FindSimilar | undefined,
): Promise<FoundHit[]> {
  const { text, project, type, since, except, limit, client } = query;
  if (similar === undefined || type === "observation" || text.trim() === "")
    return searchIn(store).search(query);
  const scope = {
    limit,
    ...(project === undefined ? {} : { project }),
    ...(type === undefined ? {} : { type }),
    ...(since === undefined ? {} : { since }),
    ...(except === undefined ? {} : { except }),
  };
  // Asked first: the endpoint works while the words are searched for.
  const asking = similar(text, scope);
  const hits = await searchIn(store).search(query);
  const near = await asking;
  // Meaning knows no clients: what it found in another one is left out.
  const isWanted = (hit: SearchHit) => client === undefined || hit.client === client;
  return fuseHits<FoundHit>(hits, near, limit).filter(isWanted);
}
