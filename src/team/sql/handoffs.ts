/** Handing over, and records that stay private, on this database. */
import type { Database } from "bun:sqlite";
import { type Named, toLimit, toText, toTime } from "../../store/values.ts";
import type { TeamHandoff, TeamLink, TeamRecordName } from "./types.ts";

interface HandoffRow extends Omit<TeamHandoff, "taken" | "body"> {
  untold: number;
  taken: string;
  body: string | null;
}

function toHandoff({ untold: _, taken, body, ...row }: HandoffRow): TeamHandoff {
  return {
    ...row,
    taken: JSON.parse(taken) as TeamHandoff["taken"],
    ...(body === null ? {} : { body }),
  };
}

/** More would take too much of a session's first context; the rest is injected in the next session. */
const MOST_AT_ONCE = 3;

export function createTeamHandoffs(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  const sql = {
    list: statement<HandoffRow>(
      "select * from team_handoffs where $untold = 0 or untold = 1 order by at desc limit $limit",
    ),
    add: statement(`
      insert into team_handoffs (project, id, way, name, session, at, state, untold, taken, body)
      values ($project, $id, $way, $name, $session, $at, $state, $untold, $taken, $body) on conflict do nothing`),
    change: statement(`
      update team_handoffs set state = $state, untold = $untold, taken = coalesce($taken, taken), body = null
      where project = $project and id = $id and state = $from`),
    drop: statement("delete from team_handoffs where project = $project and id = $id"),
    waiting: statement<HandoffRow>(`
      select * from team_handoffs where way = 'in' and state = 'waiting' and body is not null
        and name collate nocase not in (select name from team_muted) and project in (select project from team_folders where folder = $folder)
      order by at limit ${MOST_AT_ONCE}`),
    isPrivate: statement("select 1 from team_private where folder = $folder and kind = $kind and key = $key"),
    keep: statement(
      "insert into team_private (folder, kind, key) values ($folder, $kind, $key) on conflict do nothing",
    ),
    share: statement("delete from team_private where folder = $folder and kind = $kind and key = $key"),
  };

  const changeTeamHandoff = (
    { project, id }: TeamRecordName,
    from: TeamHandoff["state"],
    { state, untold, taken }: { state: TeamHandoff["state"]; untold: boolean; taken?: TeamHandoff["taken"] },
  ): boolean => {
    const said = taken === undefined ? null : JSON.stringify(taken);
    return sql.change.run({ project, id, from, state, untold: untold ? 1 : 0, taken: said }).changes > 0;
  };

  const takeTeamHandoffs = db.transaction((folder: string, at: number): TeamHandoff[] => {
    const found = sql.waiting.all({ folder }).map(toHandoff);
    for (const one of found) {
      const taken = [{ name: "", at: toTime(at) }];
      changeTeamHandoff(one, "waiting", { state: "taken", untold: true, taken });
    }
    return found;
  });

  return {
    teamHandoffs: ({ untold, limit }: { untold?: boolean; limit: number }): TeamHandoff[] =>
      sql.list.all({ untold: untold === true ? 1 : 0, limit: toLimit(limit) }).map(toHandoff),
    addTeamHandoff({ project, id, way, name, session, at, state, taken, body }: TeamHandoff): boolean {
      const values = {
        project,
        id,
        way,
        name: toText(name),
        session: toText(session),
        at: toTime(at),
        state,
      };
      const untold = state === "leaving" ? 1 : 0;
      const content = body === undefined ? null : toText(body);
      return sql.add.run({ ...values, untold, taken: JSON.stringify(taken), body: content }).changes > 0;
    },
    changeTeamHandoff,
    dropTeamHandoff({ project, id }: TeamRecordName): void {
      sql.drop.run({ project, id });
    },
    /** Usually there is none, and reading takes no write lock. */
    takeTeamHandoffs: (folder: string, at: number): TeamHandoff[] =>
      sql.waiting.get({ folder }) === null ? [] : takeTeamHandoffs.immediate(folder, at),
    isTeamPrivate: (folder: string, kind: TeamLink["kind"], key: string): boolean =>
      sql.isPrivate.get({ folder, kind, key }) !== null,
    setTeamPrivate(folder: string, kind: TeamLink["kind"], key: string, isOn: boolean): void {
      (isOn ? sql.keep : sql.share).run({ folder, kind, key });
    },
  };
}
