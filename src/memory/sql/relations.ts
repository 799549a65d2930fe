/** Relations between memories. */
import type { Database } from "bun:sqlite";
import { PawlError } from "../../platform/errors.ts";
import { type Named, toTime } from "../../store/values.ts";
import type { MemoryName } from "../records/memory.ts";
import { checkRelation, type Relation } from "../records/memory.ts";
import type { Memories } from "./memories.ts";

export function createRelations(db: Database, memories: Memories) {
  const sql = {
    add: db.query<unknown, Named>(`
      insert into memory_relations (source, kind, target, at) values ($source, $kind, $target, $at)
      on conflict do nothing`),
    reaches: db.query<{ found: number }, Named>(`
      with recursive onward (id) as (
        select $from
        union select r.target from memory_relations r join onward on r.source = onward.id where r.kind = $kind
      ) select 1 as found from onward where id = $to`),
    of: db.query<Relation, Named>(`
      select s.uri as "from", t.uri as "to", r.kind from memory_relations r
      join memories s on s.id = r.source join memories t on t.id = r.target
      where (r.source = $id or r.target = $id) and s.status <> 'deleted' and t.status <> 'deleted'
      order by r.kind, s.uri, t.uri`),
  };

  function needLiving(name: MemoryName) {
    const row = memories.need(name);
    if (row.status !== "deleted") return row;
    throw new PawlError("memory_unknown", `The memory ${name.uri} is deleted.`, {
      hint: "Restore it first, or relate another memory.",
    });
  }

  const relate = db.transaction((project: string, relation: Relation, at: number): void => {
    const source = needLiving({ uri: relation.from, project }).id;
    const target = needLiving({ uri: relation.to, project }).id;
    const { kind } = relation;
    checkRelation(relation, () => sql.reaches.get({ from: target, to: source, kind }) !== null);
    sql.add.run({ source, target, kind, at: toTime(at) });
  });

  return {
    relate: relate.immediate,
    relations(name: MemoryName): Relation[] {
      const row = memories.find(name);
      return row === undefined ? [] : sql.of.all({ id: row.id });
    },
  };
}
