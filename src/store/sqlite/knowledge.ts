/** What Pawl has learned: solutions, file facts, commands, permission decisions. */
import type { Database } from "bun:sqlite";
import { posix } from "node:path";
import { PawlError } from "../../errors.ts";
import {
  type CommandKind,
  type CommandRun,
  type FileFact,
  type Occurrence,
  type PermissionDecision,
  type ProjectCommand,
  type Solution,
  type SolutionDraft,
  solutionWorth,
} from "../../memory/records/knowledge.ts";
import { CONTENT_LIMIT } from "../../memory/records/memory.ts";
import type { FileFactFilter, PermissionFilter, SolutionFilter } from "../knowledge-port.ts";
import { forgottenKey } from "./forget.ts";
import type { MemoryIndex } from "./memory-index.ts";
import {
  type CommandRow,
  type FileFactRow,
  numberOf,
  type PermissionRow,
  provenanceColumns,
  type SolutionRow,
  toCommand,
  toFileFact,
  toPermission,
  toSolution,
} from "./memory-rows.ts";
import { type Named, toLimit, toNullable, toText, toTime } from "./values.ts";

export function createKnowledge(db: Database, index: MemoryIndex) {
  const sql = createStatements(db);

  /** True the first time. */
  const isNew = (subject: string, { key, sessionId, at }: Occurrence): boolean =>
    sql.count.run({ key: toText(key), subject, sessionId: toText(sessionId), at: toTime(at) }).changes > 0;

  const best = (rows: SolutionRow[]): Solution[] =>
    rows.map(toSolution).sort((a, b) => solutionWorth(b) - solutionWorth(a) || b.lastSeenAt - a.lastSeenAt);

  const saveSolution = db.transaction((draft: SolutionDraft): Solution => {
    checkSolution(draft);
    const name = { project: toText(draft.project), fingerprint: toText(draft.fingerprint) };
    const known = sql.solutionsFor.all(name).find((row) => row.text === toText(draft.text));
    if (known !== undefined) {
      sql.seeSolution.run({ id: known.id, at: toTime(draft.at) });
      return toSolution({ ...known, last_seen_at: Math.max(known.last_seen_at, toTime(draft.at)) });
    }
    const row = sql.addSolution.get({
      ...name,
      kind: toText(draft.kind),
      toolName: toText(draft.toolName),
      errorSample: toText(draft.errorSample),
      text: toText(draft.text),
      steps: toText(JSON.stringify(draft.steps)),
      source: draft.source,
      ...provenanceColumns(draft.provenance),
      redaction: draft.redaction,
      at: toTime(draft.at),
    });
    if (row === null) throw new Error("the solution's insert returned no row");
    index.putSolution(row);
    return toSolution(row);
  });

  const countSolution = db.transaction(
    (id: string, outcome: "success" | "failure", occurrence: Occurrence): void => {
      const number = numberOf(id, "solution");
      const row = number === undefined ? null : sql.solution.get({ id: number });
      if (row === null) {
        throw new PawlError("solution_unknown", `There is no solution ${id}.`, {
          hint: "Run pawl solution list to see which there are.",
          params: { id },
        });
      }
      if (!isNew(`solution-${row.id}`, occurrence)) return;
      const ok = outcome === "success" ? 1 : 0;
      sql.countSolution.run({ id: row.id, ok, at: toTime(occurrence.at) });
    },
  );

  const removeSolution = db.transaction((id: string): boolean => {
    const number = numberOf(id, "solution");
    if (number === undefined || sql.dropSolution.run({ id: number }).changes === 0) return false;
    sql.dropCounted.run({ subject: `solution-${number}` });
    index.removeSolution(number);
    return true;
  });

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

  const countCommands = db.transaction((runs: readonly CommandRun[]): void => {
    for (const run of runs) {
      const at = toTime(run.at);
      const row = sql.seeCommand.get({
        project: toText(run.project),
        kind: run.kind,
        command: toText(run.command),
        at,
      });
      if (row === null || !isNew(`command-${row.id}`, run)) continue;
      sql.countCommand.run({ id: row.id, ok: run.ok ? 1 : 0 });
    }
  });

  function addPermission(decision: PermissionDecision): void {
    if (sql.isForgotten.get({ key: forgottenKey("permission", toText(decision.key)) }) !== null) return;
    sql.addPermission.run({
      key: toText(decision.key),
      project: toText(decision.project),
      sessionId: toText(decision.sessionId),
      at: toTime(decision.at),
      toolName: toText(decision.toolName),
      subject: toText(decision.subject),
      decision: decision.decision,
    });
  }

  const removePermissions = db.transaction(
    (kind: Pick<PermissionDecision, "project" | "toolName" | "subject">, at: number): number => {
      const values = {
        project: toText(kind.project),
        toolName: toText(kind.toolName),
        subject: toText(kind.subject),
      };
      const rows = sql.dropPermissions.all(values);
      for (const { key } of rows) sql.forget.run({ key: forgottenKey("permission", key), at: toTime(at) });
      return rows.length;
    },
  );

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

  function solutions(filter: SolutionFilter): Solution[] {
    const where = ["true"];
    const values: Named = {};
    if (filter.project !== undefined) {
      where.push("project in ('', $project)");
      values.project = toText(filter.project);
    }
    if (filter.kind !== undefined) {
      where.push("kind = $kind");
      values.kind = toText(filter.kind);
    }
    if (filter.toolName !== undefined) {
      where.push("tool_name = $toolName");
      values.toolName = toText(filter.toolName);
    }
    const rows = db
      .query<SolutionRow, Named>(`select * from solutions where ${where.join(" and ")}`)
      .all(values);
    return best(rows).slice(0, toLimit(filter.limit));
  }

  function permissions(filter: PermissionFilter): PermissionDecision[] {
    const where = ["true"];
    const values: Named = { limit: toLimit(filter.limit) };
    for (const [column, name] of [
      ["project", "project"],
      ["tool_name", "toolName"],
      ["subject", "subject"],
      ["decision", "decision"],
    ] as const) {
      const value = filter[name];
      if (value === undefined) continue;
      where.push(`p.${column} = $${name}`);
      values[name] = toText(value);
    }
    return db
      .query<PermissionRow, Named>(
        `select p.key, p.project, p.session_id, p.at, p.tool_name, p.subject, p.decision, c.response
         from permissions p left join entries e on e.kind = 'observation' and e.key = p.key
         left join calls c on c.entry = e.id
         where ${where.join(" and ")} order by p.at desc, p.id desc limit $limit`,
      )
      .all(values)
      .map(toPermission);
  }

  return {
    saveSolution: saveSolution.immediate,
    solutionsFor: (fingerprint: string, project: string): Solution[] =>
      best(sql.solutionsHere.all({ fingerprint: toText(fingerprint), project: toText(project) })),
    solutions,
    countSolution: countSolution.immediate,
    removeSolution: removeSolution.immediate,
    addFileFacts: addFileFacts.immediate,
    fileFacts,
    countCommands: countCommands.immediate,
    projectCommands: (project: string, kind?: CommandKind): ProjectCommand[] =>
      sql.commands.all({ project: toText(project), kind: kind ?? null }).map(toCommand),
    addPermission,
    permissions,
    removePermissions: removePermissions.immediate,
  };
}

function checkSolution({ fingerprint, text, errorSample, steps }: SolutionDraft): void {
  const size = text.length + errorSample.length + steps.reduce((sum, step) => sum + step.length, 0);
  if (fingerprint.trim() !== "" && text.trim() !== "" && size <= CONTENT_LIMIT) return;
  throw new PawlError(
    "solution_invalid",
    size > CONTENT_LIMIT
      ? `A solution has at most ${CONTENT_LIMIT / 1024} kB, its error and steps included.`
      : "A solution needs the error that it solves, and what to do.",
    { hint: "Nothing was changed." },
  );
}

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
    count: statement(`
      insert into counted (key, subject, session_id, at) values ($key, $subject, $sessionId, $at)
      on conflict do nothing`),
    dropCounted: statement("delete from counted where subject = $subject"),
    solution: statement<SolutionRow>("select * from solutions where id = $id"),
    solutionsFor: statement<SolutionRow>(
      "select * from solutions where fingerprint = $fingerprint and project = $project",
    ),
    solutionsHere: statement<SolutionRow>(
      "select * from solutions where fingerprint = $fingerprint and project in ('', $project)",
    ),
    addSolution: statement<SolutionRow>(`
      insert into solutions (project, fingerprint, kind, tool_name, error_sample, text, steps, source, provenance,
        session_id, redaction, created_at, last_seen_at)
      values ($project, $fingerprint, $kind, $toolName, $errorSample, $text, $steps, $source, $provenance,
        $sessionId, $redaction, $at, $at)
      returning *`),
    seeSolution: statement("update solutions set last_seen_at = max(last_seen_at, $at) where id = $id"),
    countSolution: statement(`
      update solutions set successes = successes + $ok, failures = failures + 1 - $ok,
        last_seen_at = max(last_seen_at, $at)
      where id = $id`),
    dropSolution: statement("delete from solutions where id = $id"),
    fileFact: statement("select 1 from file_facts where key = $key"),
    // Learned in the middle of a session, it may end otherwise: a failure gets fixed, a change goes on.
    addFileFact: statement(`
      insert into file_facts (key, project, file, dir, ext, at, session_id, prompt_key, what, ok, why, hash, fingerprint)
      values ($key, $project, $file, $dir, $ext, $at, $sessionId, $promptKey, $what, $ok, $why, $hash, $fingerprint)
      on conflict (key) do update set at = excluded.at, what = excluded.what, ok = excluded.ok,
        hash = iif(excluded.at > at, excluded.hash, coalesce(hash, excluded.hash))
      where excluded.at > at or excluded.what <> what or excluded.ok <> ok
        or (hash is null and excluded.hash is not null)`),
    seeCommand: statement<{ id: number }>(`
      insert into commands (project, kind, command, last_at) values ($project, $kind, $command, $at)
      on conflict (project, kind, command) do update set last_at = max(last_at, excluded.last_at)
      returning id`),
    countCommand: statement(`
      update commands set successes = successes + $ok, failures = failures + 1 - $ok where id = $id`),
    commands: statement<CommandRow>(`
      select project, kind, command, successes, failures, last_at from commands
      where project = $project and kind = coalesce($kind, kind)
      order by successes desc, failures, last_at desc`),
    addPermission: statement(`
      insert into permissions (key, project, session_id, at, tool_name, subject, decision)
      values ($key, $project, $sessionId, $at, $toolName, $subject, $decision)
      on conflict (key) do nothing`),
    dropPermissions: statement<{ key: string }>(`
      delete from permissions where project = $project and tool_name = $toolName and subject = $subject
      returning key`),
    isForgotten: statement("select 1 from forgotten where kind = 'entry' and key = $key"),
    forget: statement(`
      insert into forgotten (kind, key, at) values ('entry', $key, $at) on conflict (kind, key) do nothing`),
  };
}
