/** What happened to a project's files. */
import type { Database } from "bun:sqlite";
import { posix } from "node:path";
import type { FileFact } from "../../memory/records/knowledge.ts";
import type { FileFactFilter } from "../knowledge-port.ts";
import { type FileFactRow, toFileFact } from "./memory-rows.ts";
import { type Named, toLimit, toNullable, toText, toTime } from "./values.ts";

export function createFileFacts(db: Database) {
  const sql = createStatements(db);

  const addFileFacts = db.transaction((facts: readonly FileFact[]): number => {
    let added = 0;
    for (const fact of facts) {
      const file = toText(fact.file);
      const key = toText(fact.key);
      if (sql.fileFact.get({ key }) === null) added++;
      sql.addFileFact.run({
        key,
        project: toText(fact.project),
        file,
        dir: posix.dirname(file),
        ext: posix.extname(file).toLowerCase(),
        at: toTime(fact.at),
        sessionId: toText(fact.sessionId),
        promptKey: toNullable(fact.promptKey),
        what: toText(fact.what),
        ok: fact.ok ? 1 : 0,
        why: toNullable(fact.why),
        hash: toNullable(fact.hash),
        fingerprint: toNullable(fact.fingerprint),
      });
    }
    return added;
  });

  function fileFacts(filter: FileFactFilter): FileFact[] {
    const values: Named = { project: toText(filter.project), limit: toLimit(filter.limit) };
    const any: string[] = [];
    if (filter.files !== undefined) {
      any.push("file in (select value from json_each($files))");
      values.files = JSON.stringify(filter.files.map(toText));
    }
    if (filter.dir !== undefined) {
      any.push("dir = $dir");
      values.dir = toText(filter.dir === "" ? "." : filter.dir);
    }
    if (filter.ext !== undefined) {
      any.push("ext = $ext");
      values.ext = toText(filter.ext.toLowerCase());
    }
    const where = ["project = $project", ...(any.length === 0 ? [] : [`(${any.join(" or ")})`])];
    if (filter.except !== undefined) {
      where.push("session_id not in (select value from json_each($except))");
      values.except = JSON.stringify(filter.except.map(toText));
    }
    return db
      .query<FileFactRow, Named>(
        `select * from file_facts where ${where.join(" and ")} order by at desc, id desc limit $limit`,
      )
      .all(values)
      .map(toFileFact);
  }

  return { addFileFacts: addFileFacts.immediate, fileFacts };
}

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
    fileFact: statement("select 1 from file_facts where key = $key"),
    // Learned in the middle of a session, it may end otherwise: a failure gets fixed, a change goes on.
    addFileFact: statement(`
      insert into file_facts (key, project, file, dir, ext, at, session_id, prompt_key, what, ok, why, hash, fingerprint)
      values ($key, $project, $file, $dir, $ext, $at, $sessionId, $promptKey, $what, $ok, $why, $hash, $fingerprint)
      on conflict (key) do update set at = excluded.at, what = excluded.what, ok = excluded.ok,
        hash = iif(excluded.at > at, excluded.hash, coalesce(hash, excluded.hash))
      where excluded.at > at or excluded.what <> what or excluded.ok <> ok
        or (hash is null and excluded.hash is not null)`),
  };
}
