/** The user's permission answers. */
import type { Database } from "bun:sqlite";
import { forgottenKey } from "../../store/forget/forget.ts";

import { type Named, toLimit, toText, toTime } from "../../store/values.ts";
import type { PermissionDecision } from "../records/knowledge.ts";
import { type PermissionRow, toPermission } from "./memory-rows.ts";

interface PermissionFilter {
  /** Without it, those of all projects. */
  project?: string;
  toolName?: string;
  subject?: string;
  decision?: PermissionDecision["decision"];
  limit: number;
}

export function createPermissions(db: Database) {
  const sql = createStatements(db);

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
    const asked = where.join(" and ");
    // Queried before every tool call, and nearly always without a result. Checking that first takes a quarter of the time.
    const { limit: _, ...named } = values;
    const any = db.query<unknown, Named>(`select 1 from permissions p where ${asked} limit 1`);
    if (any.get(named) === null) return [];
    return db
      .query<PermissionRow, Named>(
        `select p.key, p.project, p.session_id, p.at, p.tool_name, p.subject, p.decision,
           coalesce(c.input, '') as input, coalesce(c.response, '') as response, c.packed
         from permissions p left join entries e on e.kind = 'observation' and e.key = p.key
         left join calls c on c.entry = e.id
         where ${asked} order by p.at desc, p.id desc limit $limit`,
      )
      .all(values)
      .map(toPermission);
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

  return { addPermission, permissions, removePermissions: removePermissions.immediate };
}

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
    addPermission: statement(`
      insert into permissions (key, project, session_id, at, tool_name, subject, author, place, decision)
      values ($key, $project, $sessionId, $at, $toolName, $subject, 'user', 'prompt', $decision)
      on conflict (key) do nothing`),
    dropPermissions: statement<{ key: string }>(`
      delete from permissions where project = $project and tool_name = $toolName and subject = $subject
      returning key`),
    isForgotten: statement("select 1 from forgotten where kind = 'entry' and key = $key"),
    forget: statement(`
      insert into forgotten (kind, key, at) values ('entry', $key, $at) on conflict (kind, key) do nothing`),
  };
}
