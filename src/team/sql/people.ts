/** Who reads a project, as this machine last knew, and whose records are not shown here. */
import type { Database } from "bun:sqlite";
import type { Named } from "../../store/values.ts";

export function createTeamPeople(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  const sql = {
    mute: statement("insert into team_muted (name) values ($name) on conflict do nothing"),
    unmute: statement("delete from team_muted where name = $name"),
    muted: statement<{ name: string }>("select name from team_muted order by name"),
    markAuthor: statement(`
      insert into team_marks (project, id, mark) select distinct project, id, 'pending' from team_heads
      where author = $name collate nocase on conflict do nothing`),
    readers: statement<{ mark: string; names: string }>(
      "select mark, names from team_readers where project = $project",
    ),
    saveReaders: statement(
      "insert or replace into team_readers (project, mark, names) values ($project, $mark, $names)",
    ),
  };

  const muteTeamMember = db.transaction((name: string, isOn: boolean): void => {
    (isOn ? sql.mute : sql.unmute).run({ name });
    sql.markAuthor.run({ name });
  });

  return {
    teamReaders(project: string): { mark: string; names: string[] } | undefined {
      const row = sql.readers.get({ project });
      return row === null ? undefined : { mark: row.mark, names: JSON.parse(row.names) as string[] };
    },
    saveTeamReaders(project: string, { mark, names }: { mark: string; names: readonly string[] }): void {
      sql.saveReaders.run({ project, mark, names: JSON.stringify(names) });
    },
    /** Its records are shown or hidden with the next look at them. */
    muteTeamMember: muteTeamMember.immediate,
    teamMuted: (): string[] => sql.muted.all({}).map(({ name }) => name),
  };
}
