/** What the user allowed and refused. */
import type { Database } from "bun:sqlite";
import type { PermissionDecision } from "../../memory/records/knowledge.ts";
import type { PermissionFilter } from "../knowledge-port.ts";
import { type PermissionRow, toPermission } from "./memory-rows.ts";
import { type Named, toLimit, toText, toTime } from "./values.ts";

export function createPermissions(db: Database) {
  const sql = createStatements(db);

  function addPermission(decision: PermissionDecision): void {
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
    const where = ["project = $project"];
    const values: Named = { project: toText(filter.project), limit: toLimit(filter.limit) };
    for (const [column, name] of [
      ["tool_name", "toolName"],
      ["subject", "subject"],
      ["decision", "decision"],
    ] as const) {
      const value = filter[name];
      if (value === undefined) continue;
      where.push(`${column} = $${name}`);
      values[name] = toText(value);
    }
    return db
      .query<PermissionRow, Named>(
        `select key, project, session_id, at, tool_name, subject, decision from permissions
         where ${where.join(" and ")} order by at desc, id desc limit $limit`,
      )
      .all(values)
      .map(toPermission);
  }

  return { addPermission, permissions };
}

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
    addPermission: statement(`
      insert into permissions (key, project, session_id, at, tool_name, subject, decision)
      values ($key, $project, $sessionId, $at, $toolName, $subject, $decision)
      on conflict (key) do nothing`),
  };
}
