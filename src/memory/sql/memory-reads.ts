/** Reads memories and their versions. */
import type { Database } from "bun:sqlite";
import { PawlError } from "../../platform/errors.ts";
import { type Named, toLimit, toText } from "../../store/values.ts";
import type { MemoryFilter, MemoryName } from "../records/memory.ts";
import { type Memory, type MemoryVersion, scopeOf } from "../records/memory.ts";
import { type MemoryRow, toMemory, toVersion, type VersionRow } from "./memory-rows.ts";

export function createMemoryReads(db: Database) {
  const sql = createStatements(db);

  const find = ({ uri, project }: MemoryName): MemoryRow | undefined =>
    sql.find.get({ uri: toText(uri), project: toText(scopeOf(uri, project)) }) ?? undefined;

  function need(name: MemoryName): MemoryRow {
    const row = find(name);
    if (row !== undefined) return row;
    throw new PawlError("memory_unknown", `There is no memory ${name.uri} here.`, {
      hint: "Run pawl memory list to see which there are.",
      params: { uri: name.uri },
    });
  }

  function memories(filter: MemoryFilter): Memory[] {
    const values: Named = {};
    const names = (filter.status ?? ["active"]).map((status, index) => {
      values[`status${index}`] = toText(status);
      return `$status${index}`;
    });
    const where = [`status in (${names.join(", ")})`];
    const add = (condition: string, name: string, value: string | number | undefined) => {
      if (value === undefined) return;
      where.push(condition);
      values[name] = typeof value === "string" ? toText(value) : value;
    };
    add("project in ('', $project)", "project", filter.project);
    add("origin = $origin", "origin", filter.origin);
    add("priority >= $min", "min", filter.minPriority);
    add("priority <= $max", "max", filter.maxPriority);
    const prefix = filter.namespace === undefined ? undefined : `${filter.namespace}://`;
    add("substr(uri, 1, length($namespace)) = $namespace", "namespace", prefix);
    const not = filter.notNamespace === undefined ? undefined : `${filter.notNamespace}://`;
    add("substr(uri, 1, length($not)) <> $not", "not", not);
    add("substr(uri, 1, length($prefix)) = $prefix", "prefix", filter.prefix);
    const asked = where.join(" and ");
    // Queried before every read and edit of a file. Many projects have none; checking that takes a third of the time.
    if (filter.project !== undefined) {
      const any = db.query<unknown, Named>(`select 1 from memories where ${asked} limit 1`);
      if (any.get(values) === null) return [];
    }
    return db
      .query<MemoryRow, Named>(
        `select * from memories where ${asked} order by priority, updated_at desc, id desc limit $limit`,
      )
      .all({ ...values, limit: toLimit(filter.limit) })
      .map(toMemory);
  }

  function memory(name: MemoryName): Memory | undefined {
    const row = find(name);
    return row === undefined ? undefined : toMemory(row);
  }

  function memoryVersions(name: MemoryName): MemoryVersion[] {
    const row = find(name);
    return row === undefined ? [] : sql.versions.all({ memory: row.id }).map(toVersion);
  }

  return { find, need, memory, memories, memoryVersions };
}

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
    find: statement<MemoryRow>("select * from memories where project = $project and uri = $uri"),
    versions: statement<VersionRow>(`
      select version, content, priority, disclosure, status, at, changed_by as author, reason
      from memory_versions where memory = $memory order by version desc`),
  };
}
