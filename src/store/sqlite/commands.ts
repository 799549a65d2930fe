/** The commands that work in a project. */
import type { Database } from "bun:sqlite";
import type { CommandKind, CommandRun, ProjectCommand } from "../../memory/records/knowledge.ts";
import type { Counted } from "./counted.ts";
import { type CommandRow, toCommand } from "./memory-rows.ts";
import { type Named, toText, toTime } from "./values.ts";

export function createCommands(db: Database, counted: Counted) {
  const sql = createStatements(db);

  const countCommands = db.transaction((runs: readonly CommandRun[]): void => {
    for (const run of runs) {
      const at = toTime(run.at);
      const row = sql.seeCommand.get({
        project: toText(run.project),
        kind: run.kind,
        command: toText(run.command),
        at,
      });
      if (row === null || !counted.isNew(`command-${row.id}`, run)) continue;
      sql.countCommand.run({ id: row.id, ok: run.ok ? 1 : 0 });
    }
  });

  return {
    countCommands: countCommands.immediate,
    projectCommands: (project: string, kind?: CommandKind): ProjectCommand[] =>
      sql.commands.all({ project: toText(project), kind: kind ?? null }).map(toCommand),
  };
}

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
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
  };
}
