/** Search by words, whole records by the ids of hits. */
import { indexFirst } from "../../store/index/lazy-index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { queries } from "../../store/store.ts";
import type { SearchQuery } from "../types.ts";
import { createArchive } from "./archive.ts";
import { createFind } from "./find.ts";
import { createSearch } from "./search.ts";

/** Which rows have a query's words; recall uses it too. */
export const finding = queries(({ db }) => createFind(db));

export const searchIn = queries((connection) => {
  const { db, part } = connection;
  const search = createSearch(db, part(finding));
  return {
    /** Best first. A query without a searchable word finds nothing. */
    search(query: SearchQuery) {
      indexFirst(connection);
      return search(query);
    },
    ...createArchive(db, part(recordsIn)),
  };
});
