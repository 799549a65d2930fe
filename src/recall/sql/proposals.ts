/** Memories that may bear on a prompt, by their rare words alone: nothing is read or scored here. */
import { finding } from "../../search/sql/index.ts";
import { indexFirst } from "../../store/index/lazy-index.ts";
import { queries } from "../../store/store.ts";
import { type Named, toLimit, toText } from "../../store/values.ts";
import { toQueryTerms } from "../../text/words.ts";

interface ProposalQuery {
  text: string;
  project: string;
  limit: number;
}

export const proposalsIn = queries((connection) => {
  const { db } = connection;
  const find = connection.part(finding);
  const anyMemory = db.query<unknown, Named>(
    "select 1 from memories where project in ($project, '') limit 1",
  );
  const memories = db.query<{ id: number }, Named>(
    `select m.id from json_each($ids) wanted cross join memories m on m.id = wanted.value / 2
     where wanted.value % 2 = 0 and m.project in ($project, '')`,
  );
  return {
    /** Ids, as in a search, of the project's memories and of those that apply everywhere; best first. */
    propose({ text, ...query }: ProposalQuery): string[] {
      indexFirst(connection);
      const limit = toLimit(query.limit);
      const project = toText(query.project);
      const words = toQueryTerms(text);
      // Most projects have no memories, so skip the word lookup.
      if (words.length === 0 || limit === 0 || anyMemory.get({ project }) === null) return [];
      // Prompts and responses tell how rare a word is.
      const tables = ["text_stems", "memory_stems"] as const;
      const wanted = { text, project, limit, exact: true, tables, of: ["memory_stems"] as const };
      const { found } = find(wanted, words, { limit, most: 8 * limit });
      const ids = found.flatMap(({ candidates }) => candidates.map(({ rowid }) => rowid));
      const known = new Set(memories.all({ ids: JSON.stringify(ids), project }).map(({ id }) => id));
      return ids
        .filter((rowid) => rowid % 2 === 0 && known.has(rowid / 2))
        .slice(0, limit)
        .map((rowid) => `memory-${rowid / 2}`);
    },
  };
});
