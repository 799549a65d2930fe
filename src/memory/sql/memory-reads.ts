/** Reads memories and their versions. */
import type { Database } from "bun:sqlite";
import { PawlError } from "../../platform/errors.ts";
import { type Named, toLimit, toText, toTime } from "../../store/values.ts";
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
    const toPrefix = (namespace?: string) => (namespace === undefined ? undefined : `${namespace}://`);
    add("substr(uri, 1, length($namespace)) = $namespace", "namespace", toPrefix(filter.namespace));
    add("substr(uri, 1, length($not)) <> $not", "not", toPrefix(filter.notNamespace));
    add("substr(uri, 1, length($prefix)) = $prefix", "prefix", filter.prefix);
    return db
      .query<MemoryRow, Named>(
        `select * from memories where ${where.join(" and ")} order by priority, updated_at desc, id desc limit $limit`,
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

  /** Which memories a person changed last, since this time. One query, because an import may have proposed hundreds. */
  const changedByPerson = (project: string, since: number): MemoryName[] =>
    sql.changedByPerson.all({ project: toText(project), since: toTime(since) });

  return { find, need, memory, memories, memoryVersions, changedByPerson };
}

function createStatements(db: Database) {
  return {
    find: db.query<MemoryRow, Named>("select * from memories where project = $project and uri = $uri"),
    versions: db.query<VersionRow, Named>(`
      select version, content, priority, disclosure, status, at, changed_by as author, reason
      from memory_versions where memory = $memory order by version desc`),
    changedByPerson: db.query<MemoryName, Named>(`
      select m.uri, m.project from memories m join memory_versions v on v.memory = m.id and v.version = m.version
      where m.project in ('', $project) and m.updated_at >= $since
        and v.changed_by in ('terminal', 'page', 'user')`),
  };
}
