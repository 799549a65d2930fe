/** Search for the page: filters in the query, one group per session, matched words marked. */

import { Hono } from "hono";
import { z } from "zod";
import { historyIn } from "../../history/sql/index.ts";
import { searchSessions } from "../../search/group-hits.ts";
import { parseQuery } from "../../search/query-filters.ts";
import type { SearchHit } from "../../search/types.ts";
import { SEARCH_TYPES } from "../../search/types.ts";
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
      ? (await historyIn(store).projects(MOST_PROJECTS)).map(({ project }) => project)
      : [];
    const { text: words, file, unknown, ...written } = parseQuery(query, { now: now(), projects });
    const wanted = words === "" && file !== undefined ? file : words;
    const filter = { ...given(chosen), ...written };
    const found =
      wanted === ""
        ? { groups: [], total: 0, isAll: true }
        : await searchSessions(
            store,
            { text: wanted, ...filter },
            {
              limit: MOST_GROUPS,
              ...(file === undefined ? {} : { keep: (hits) => about(hits, file) }),
            },
          );
    const marker = toMarker(toQueryTerms(wanted));
    const marked = (hit: SearchHit) => ({
      ...hit,
      titleMarks: marker.marks(hit.title),
      snippetMarks: marker.marks(hit.snippet),
      why: { words: marker.words, inTitle: marker.found(hit.title), inSnippet: marker.found(hit.snippet) },
    });
    return c.json({
      ...found,
      groups: found.groups.map((group) => ({ ...group, hits: group.hits.map(marked) })),
      filter: { ...filter, ...(file === undefined ? {} : { file }) },
      unknown,
      ms: Number((performance.now() - began).toPrecision(3)),
    });
  });

  /** Those that touched or name the file. */
  async function about(hits: SearchHit[], file: string): Promise<SearchHit[]> {
    const isNamed = (value: string | undefined) => value?.includes(file) === true;
    const kept: SearchHit[] = [];
    for (const hit of hits) {
      if (isNamed(hit.title) || isNamed(hit.snippet)) kept.push(hit);
      else if (hit.type === "observation" || hit.type === "prompt" || hit.type === "response") {
        const record = await historyIn(store).fullRecord(hit.id);
        const isAbout =
          record?.files?.some(isNamed) === true || isNamed(record?.input) || isNamed(record?.text);
        if (isAbout) kept.push(hit);
      }
    }
    return kept;
  }

  return app;
}
