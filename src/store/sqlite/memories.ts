/** Memories and their versions. */
import type { Database } from "bun:sqlite";
import { PawlError } from "../../errors.ts";
import { fateOf, type LifecycleInput } from "../../memory/records/lifecycle.ts";
import {
  type Change,
  checkMemory,
  checkTransition,
  DEFAULT_PRIORITY,
  isKept,
  type Memory,
  type MemoryDraft,
  type MemoryPatch,
  type MemoryVersion,
  parseWritableUri,
  scopeOf,
} from "../../memory/records/memory.ts";
import type { EndedMemory, MemoryFilter, MemoryName, SavedMemory } from "../memory-port.ts";
import { forgottenKey, sourceKey } from "./forget.ts";
import type { MemoryIndex } from "./memory-index.ts";
import { type MemoryRow, provenanceColumns, toMemory, toVersion, type VersionRow } from "./memory-rows.ts";
import { type Named, toLimit, toNullable, toText, toTime } from "./values.ts";

export function createMemories(db: Database, index: MemoryIndex) {
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

  function create(draft: MemoryDraft): Memory {
    const row = sql.add.get({
      uri: toText(draft.uri),
      project: toText(scopeOf(draft.uri, draft.project)),
      content: toText(draft.content),
      priority: draft.priority ?? DEFAULT_PRIORITY,
      disclosure: toNullable(draft.disclosure === "" ? undefined : draft.disclosure),
      status: draft.status ?? (draft.origin === "user" ? "active" : "proposed"),
      origin: draft.origin,
      ...provenanceColumns(draft.provenance),
      redaction: draft.redaction,
      at: toTime(draft.at),
    });
    if (row === null) throw new Error("the memory's insert returned no row");
    return store(row, draft);
  }

  /** Changed or not, the row is written as it now is, with its version and in the index. */
  function store(row: MemoryRow, change: Change): Memory {
    sql.addVersion.run({
      memory: row.id,
      version: row.version,
      content: row.content,
      priority: row.priority,
      disclosure: row.disclosure,
      status: row.status,
      at: toTime(change.at),
      author: toText(change.author),
      reason: toNullable(change.reason),
    });
    index.putMemory(row);
    return toMemory(row);
  }

  function update(row: MemoryRow, patch: MemoryPatch & Pick<MemoryDraft, "provenance">, change: Change) {
    checkTransition(row.status, patch.status ?? row.status);
    const { disclosure, provenance } = patch;
    const next = {
      content: toText(patch.content ?? row.content),
      priority: patch.priority ?? row.priority,
      disclosure: disclosure === undefined ? row.disclosure : disclosure === "" ? null : toText(disclosure),
      status: patch.status ?? row.status,
      origin: row.origin === "user" ? row.origin : (patch.origin ?? row.origin),
    };
    const same = (Object.keys(next) as (keyof typeof next)[]).every((key) => next[key] === row[key]);
    if (same) return { memory: toMemory(row), outcome: "unchanged" as const };
    const columns =
      provenance === undefined
        ? { provenance: row.provenance, sessionId: null, keepSession: 1 }
        : { ...provenanceColumns(provenance), keepSession: 0 };
    const redaction = patch.redaction ?? row.redaction;
    const changed = sql.update.get({ id: row.id, ...next, ...columns, redaction, at: toTime(change.at) });
    if (changed === null) throw new Error("the memory's update returned no row");
    return { memory: store(changed, change), outcome: "updated" as const };
  }

  const saveMemory = db.transaction((draft: MemoryDraft): SavedMemory => {
    const { namespace } = parseWritableUri(draft.uri);
    checkMemory(draft);
    if (namespace !== "user" && draft.project === "") {
      throw new PawlError(
        "memory_invalid",
        `${namespace}:// memories belong to a project, and none is known.`,
        {
          hint: "Name the project, or use user:// for what holds everywhere.",
        },
      );
    }
    const row = find(draft);
    if (row === undefined) return { memory: create(draft), outcome: "created" };
    if (isKept(row, draft)) return { memory: toMemory(row), outcome: "kept" };
    // Saying it again brings back what was thrown away.
    const status = draft.status ?? (row.status === "deleted" ? "active" : undefined);
    return update(row, { ...draft, ...(status === undefined ? {} : { status }) }, draft);
  });

  const changeMemory = db.transaction((name: MemoryName, patch: MemoryPatch, change: Change): Memory => {
    parseWritableUri(name.uri);
    checkMemory(patch);
    return update(need(name), patch, change).memory;
  });

  const rollbackMemory = db.transaction((name: MemoryName, to: number, change: Change): Memory => {
    const row = need(name);
    const old = sql.version.get({ memory: row.id, version: toTime(to) });
    if (old === null) {
      throw new PawlError(
        "version_unknown",
        `${name.uri} has no version ${to}; the newest is ${row.version}.`,
        {
          hint: `Run pawl memory history ${name.uri}.`,
          params: { uri: name.uri, version: to, newest: row.version },
        },
      );
    }
    const { content, priority, disclosure } = old;
    const reason = change.reason ?? `as in version ${to}`;
    return update(row, { content, priority, disclosure: disclosure ?? "" }, { ...change, reason }).memory;
  });

  const touchMemories = db.transaction((project: string, uris: readonly string[], at: number): void => {
    for (const uri of new Set(uris)) {
      const row = find({ uri, project });
      if (row !== undefined) sql.touch.run({ id: row.id, at: toTime(at) });
    }
  });

  const expireMemories = db.transaction((input: LifecycleInput): EndedMemory[] => {
    const ended: EndedMemory[] = [];
    for (const row of sql.mortal.all()) {
      const { becomes, reason } = fateOf(toMemory(row), input);
      if (becomes === undefined) continue;
      update(row, { status: becomes }, { at: input.now, author: "pawl", reason });
      ended.push({ uri: row.uri, project: row.project, status: becomes, reason });
    }
    return ended;
  });

  function memories(filter: MemoryFilter): Memory[] {
    const values: Named = {
      limit: toLimit(filter.limit),
      status: JSON.stringify(filter.status ?? ["active"]),
    };
    const where = ["status in (select value from json_each($status))"];
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
    add("substr(uri, 1, length($prefix)) = $prefix", "prefix", filter.prefix);
    return db
      .query<MemoryRow, Named>(
        `select * from memories where ${where.join(" and ")}
         order by priority, updated_at desc, id desc limit $limit`,
      )
      .all(values)
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

  const isForgottenSource = (source: { event: string; evidence: string }): boolean =>
    sql.isForgotten.get({ key: forgottenKey("memory", sourceKey(source)) }) !== null;

  return {
    find,
    need,
    isForgottenSource,
    setMemorySession(name: MemoryName, sessionId: string): void {
      const row = find(name);
      if (row !== undefined) sql.setSession.run({ id: row.id, sessionId: toText(sessionId) });
    },
    memory,
    memories,
    memoryVersions,
    saveMemory: saveMemory.immediate,
    changeMemory: changeMemory.immediate,
    rollbackMemory: rollbackMemory.immediate,
    touchMemories: touchMemories.immediate,
    expireMemories: expireMemories.immediate,
  };
}

export type Memories = ReturnType<typeof createMemories>;

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
    find: statement<MemoryRow>("select * from memories where project = $project and uri = $uri"),
    add: statement<MemoryRow>(`
      insert into memories (uri, project, content, priority, disclosure, status, origin, provenance, session_id,
        redaction, created_at, updated_at, version)
      values ($uri, $project, $content, $priority, $disclosure, $status, $origin, $provenance, $sessionId,
        $redaction, $at, $at, 1)
      returning *`),
    update: statement<MemoryRow>(`
      update memories set content = $content, priority = $priority, disclosure = $disclosure, status = $status,
        origin = $origin, provenance = $provenance, session_id = iif($keepSession, session_id, $sessionId),
        redaction = $redaction, updated_at = $at, version = version + 1
      where id = $id returning *`),
    addVersion: statement(`
      insert into memory_versions (memory, version, content, priority, disclosure, status, at, author, reason)
      values ($memory, $version, $content, $priority, $disclosure, $status, $at, $author, $reason)`),
    version: statement<VersionRow>(
      "select * from memory_versions where memory = $memory and version = $version",
    ),
    versions: statement<VersionRow>(`
      select version, content, priority, disclosure, status, at, author, reason
      from memory_versions where memory = $memory order by version desc`),
    touch: statement(`
      update memories set access_count = access_count + 1, accessed_at = max(coalesce(accessed_at, $at), $at)
      where id = $id`),
    setSession: statement(`
      update memories set session_id = $sessionId,
        provenance = json_set(coalesce(provenance, '{}'), '$.sessionId', $sessionId) where id = $id`),
    isForgotten: statement("select 1 from forgotten where kind = 'entry' and key = $key"),
    // The others stay whatever happens; see `fateOf`.
    mortal: db.query<MemoryRow, []>(
      "select * from memories where priority >= 4 and status in ('proposed', 'active', 'deprecated')",
    ),
  };
}
