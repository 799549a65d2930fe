/** Search for the page: filters in the query, one group per session, matched words marked. */
import { Hono } from "hono";
import { z } from "zod";
import { groupHits } from "../../search/group-hits.ts";
import { parseQuery } from "../../search/query-filters.ts";
import { type FoundHit, searchAll } from "../../search/search.ts";
import { SEARCH_TYPES } from "../../store/store.ts";
import { toMarker } from "../../text/marks.ts";
import { toQueryTerms } from "../../text/words.ts";
import type { Service } from "../service.ts";
import { given, readBody } from "./request.ts";

const text = z.string().max(1000).optional();
const searchBody = z.object({
  query: z.string().max(2000),
  type: z.enum(SEARCH_TYPES).optional(),
  project: text,
  client: text,
  since: z.number().optional(),
});

/**
 * As many as are looked at; a search that finds more says so. It runs at every key, and each of them is read and
 * weighed: 200 cost three times as much, for what nobody scrolls to.
 */
const MOST = 80;
/** Sessions that are shown. */
const MOST_GROUPS = 30;
const MOST_PROJECTS = 500;

export function pageSearchRoutes(service: Service): Hono {
  const { store, now } = service;
  const app = new Hono();

  app.post("/search", async (c) => {
    const { query, ...chosen } = await readBody(c, searchBody);
    const began = performance.now();
    const projects = /\b(?:project|in):/i.test(query)
      ? (await store.projects(MOST_PROJECTS)).map(({ project }) => project)
      : [];
    const { text: words, file, unknown, ...written } = parseQuery(query, { now: now(), projects });
    const wanted = words === "" && file !== undefined ? file : words;
    const filter = { ...given(chosen), ...written };
    const found =
      wanted === ""
        ? []
        : await searchAll(store, { text: wanted, limit: MOST, ...filter }, service.embeddings.similar());
    const hits = file === undefined ? found : await about(found, file);
    const marker = toMarker(toQueryTerms(wanted));
    const groups = groupHits(hits)
      .slice(0, MOST_GROUPS)
      .map((group) => ({
        ...group,
        hits: group.hits.map((hit) => ({
          ...hit,
          titleMarks: marker.marks(hit.title),
          snippetMarks: marker.marks(hit.snippet),
          why: {
            words: marker.words,
            inTitle: marker.found(hit.title),
            inSnippet: marker.found(hit.snippet),
          },
        })),
      }));
    const titles = await store.sessionOverviews(groups.map(({ sessionId }) => sessionId).filter(Boolean));
    const titleOf = new Map(titles.map(({ id, title }) => [id, title]));
    return c.json({
      groups: groups.map((group) => ({ ...group, title: titleOf.get(group.sessionId) ?? "" })),
      total: hits.length,
      isAll: found.length < MOST,
      filter: { ...filter, ...(file === undefined ? {} : { file }) },
      unknown,
      ms: Number((performance.now() - began).toPrecision(3)),
    });
  });

  /** Those that touched or name the file. */
  async function about(hits: FoundHit[], file: string): Promise<FoundHit[]> {
    const isNamed = (value: string | undefined) => value?.includes(file) === true;
    const kept: FoundHit[] = [];
    for (const hit of hits) {
      if (isNamed(hit.title) || isNamed(hit.snippet)) kept.push(hit);
      else if (hit.type === "observation" || hit.type === "prompt" || hit.type === "response") {
        const record = await store.fullRecord(hit.id);
        const isAbout =
          record?.files?.some(isNamed) === true || isNamed(record?.input) || isNamed(record?.text);
        if (isAbout) kept.push(hit);
      }
    }
    return kept;
  }

  return app;
}
