/** Handoffs and private records in this database. */
import type { Database } from "bun:sqlite";
import { statementsOf } from "./rows.ts";
import type { TeamHandoff, TeamLink, TeamRecordName } from "./types.ts";

const HANDOFF = "select project, id, way, name, session, at, state, taken, body from team_handoffs";

const OF_PRIVATE = "folder = $folder and kind = $kind and key = $key";

/** More would take too much of a session's first context; the rest is injected in the next session. */
const MOST_AT_ONCE = 3;

export function createTeamHandoffs(db: Database) {
  const { all, get, run } = statementsOf(db);

  const changeTeamHandoff = (
    { project, id }: TeamRecordName,
    from: TeamHandoff["state"],
    to: { state: TeamHandoff["state"]; untold: boolean; taken?: TeamHandoff["taken"] },
  ): boolean =>
    run(
      `update team_handoffs set state = $state, untold = $untold, taken = coalesce($taken, taken), body = null
       where project = $project and id = $id and state = $from`,
      { project, id, from, taken: null, ...to },
    ) > 0;

  const waiting = (folder: string): TeamHandoff[] =>
    all(
      `${HANDOFF} where way = 'in' and state = 'waiting'
         and name collate nocase not in (select name from team_muted)
         and project in (select project from team_folders where folder = $folder)
       order by at limit ${MOST_AT_ONCE}`,
      { folder },
    );

  const takeTeamHandoffs = db.transaction((folder: string, at: number): TeamHandoff[] => {
    const found = waiting(folder);
    for (const one of found) {
      const taken = [{ name: "", at }];
      changeTeamHandoff(one, "waiting", { state: "taken", untold: true, taken });
    }
    return found;
  });

  return {
    /** Newest first. `untold`: only those whose state the server does not have yet. */
    teamHandoffs: ({ untold = false } = {}): TeamHandoff[] =>
      all(`${HANDOFF} where untold or not $untold order by at desc`, { untold }),
    addTeamHandoff: (one: TeamHandoff): boolean =>
      run(
        `insert into team_handoffs (project, id, way, name, session, at, state, untold, taken, body)
         values ($project, $id, $way, $name, $session, $at, $state, $untold, $taken, $body) on conflict do nothing`,
        { body: null, ...one, untold: one.state === "leaving" },
      ) > 0,
    changeTeamHandoff,
    dropTeamHandoff: (handoff: TeamRecordName) =>
      run("delete from team_handoffs where project = $project and id = $id", handoff),
    /** Usually there is none, and reading takes no write lock. */
    takeTeamHandoffs: (folder: string, at: number): TeamHandoff[] =>
      waiting(folder).length === 0 ? [] : takeTeamHandoffs.immediate(folder, at),
    isTeamPrivate: (folder: string, kind: TeamLink["kind"], key: string): boolean =>
      get(`select 1 from team_private where ${OF_PRIVATE}`, { folder, kind, key }) !== undefined,
    setTeamPrivate: (folder: string, kind: TeamLink["kind"], key: string, isOn: boolean) =>
      run(
        isOn
          ? "insert into team_private (folder, kind, key) values ($folder, $kind, $key) on conflict do nothing"
          : `delete from team_private where ${OF_PRIVATE}`,
        { folder, kind, key },
      ),
  };
}
