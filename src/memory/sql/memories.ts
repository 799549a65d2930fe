/** Operations on a memory: save, change, roll back, touch, expire. */
import type { Database } from "bun:sqlite";
import { PawlError } from "../../platform/errors.ts";
import { forgottenKey, sourceKey } from "../../store/forget/forget.ts";
import type { MemoryIndex } from "../../store/index/memory-index.ts";
import { authorshipColumns, authorshipOf } from "../../store/records/authorship.ts";
import { type Named, toText, toTime } from "../../store/values.ts";
import { fateOf, type LifecycleInput } from "../records/lifecycle.ts";
import type { EndedMemory, MemoryName, SavedMemory } from "../records/memory.ts";
import {
  type Change,
  checkMemory,
  isKept,
  type Memory,
  type MemoryDraft,
  type MemoryPatch,
  type Provenance,
  parseWritableUri,
} from "../records/memory.ts";
import { createMemoryReads } from "./memory-reads.ts";
import { type MemoryRow, provenanceColumns, toMemory, type VersionRow } from "./memory-rows.ts";
import { createMemoryWrites } from "./memory-writes.ts";

export function createMemories(db: Database, index: MemoryIndex) {
  const sql = createStatements(db);
  const reads = createMemoryReads(db);
  const { find, need } = reads;
  const { create, update } = createMemoryWrites(db, index);

  const saveMemory = db.transaction((draft: MemoryDraft): SavedMemory => {
    const { namespace } = parseWritableUri(draft.uri);
    checkMemory(draft);
    // A folder of the client may serve every project.
    if (namespace !== "user" && namespace !== "client" && draft.project === "") {
      throw new PawlError(
        "memory_invalid",
        `${namespace}:// memories belong to a project, and none is known.`,
        {
          hint: "Name the project, or use user:// for facts that apply everywhere.",
        },
      );
    }
    const row = find(draft);
    if (row === undefined) return { memory: create(draft), outcome: "created" };
    if (isKept(row, draft)) return { memory: toMemory(row), outcome: "kept" };
    // Saving it again restores a deleted memory.
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

  const isForgottenSource = (source: { event: string; evidence: string }): boolean =>
    sql.isForgotten.get({ key: forgottenKey("memory", sourceKey(source)) }) !== null;

  return {
    ...reads,
    isForgottenSource,
    setMemorySession(name: MemoryName, sessionId: string): void {
      const row = find(name);
      if (row !== undefined) sql.setSession.run({ id: row.id, sessionId: toText(sessionId) });
    },
    /** Sets the new source of its words. It creates no new version, because nothing else changes. */
    setProvenance(name: MemoryName, provenance: Provenance | undefined): void {
      const row = find(name);
      if (row === undefined) return;
      sql.setProvenance.run({ id: row.id, ...provenanceColumns(provenance) });
      if (provenance?.team === undefined) return;
      const by = authorshipOf({ writer: provenance.team.author, origin: row.origin, provenance });
      sql.setAuthor.run({ id: row.id, ...authorshipColumns(by) });
      sql.setVersionAuthor.run({ id: row.id, version: row.version, ...authorshipColumns(by) });
    },
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
    version: statement<VersionRow>(
      "select * from memory_versions where memory = $memory and version = $version",
    ),
    touch: statement(`
      update memories set access_count = access_count + 1, accessed_at = max(coalesce(accessed_at, $at), $at)
      where id = $id`),
    setSession: statement(`
      update memories set session_id = $sessionId,
        provenance = json_set(coalesce(provenance, '{}'), '$.sessionId', $sessionId) where id = $id`),
    setProvenance: statement(
      "update memories set provenance = $provenance, session_id = $sessionId where id = $id",
    ),
    setAuthor: statement(
      "update memories set author = $author, author_name = $author_name, place = $place where id = $id",
    ),
    setVersionAuthor: statement(`
      update memory_versions set author = $author, author_name = $author_name, place = $place
      where memory = $id and version = $version`),
    isForgotten: statement("select 1 from forgotten where kind = 'entry' and key = $key"),
    // The others never change automatically; see `fateOf`.
    mortal: db.query<MemoryRow, []>(
      "select * from memories where priority >= 4 and status in ('proposed', 'active', 'deprecated')",
    ),
  };
}
