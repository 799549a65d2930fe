/** Handoffs and private records in this database. */
import type { Database } from "bun:sqlite";
import { toLimit, toText, toTime } from "../../store/values.ts";
import { statementsOf } from "./rows.ts";
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
  const { all, get, run } = statementsOf(db);

  const changeTeamHandoff = (
    { project, id }: TeamRecordName,
    from: TeamHandoff["state"],
    { state, untold, taken }: { state: TeamHandoff["state"]; untold: boolean; taken?: TeamHandoff["taken"] },
  ): boolean =>
    run(
      `update team_handoffs set state = $state, untold = $untold, taken = coalesce($taken, taken), body = null
       where project = $project and id = $id and state = $from`,
      { project, id, from, state, untold: untold ? 1 : 0, taken: taken ? JSON.stringify(taken) : null },
    ) > 0;

  const waiting = (folder: string): TeamHandoff[] =>
    all<HandoffRow>(
      `select * from team_handoffs where way = 'in' and state = 'waiting'
         and name collate nocase not in (select name from team_muted)
         and project in (select project from team_folders where folder = $folder)
       order by at limit ${MOST_AT_ONCE}`,
      { folder },
    ).map(toHandoff);

  const takeTeamHandoffs = db.transaction((folder: string, at: number): TeamHandoff[] => {
    const found = waiting(folder);
    for (const one of found) {
      const taken = [{ name: "", at: toTime(at) }];
      changeTeamHandoff(one, "waiting", { state: "taken", untold: true, taken });
    }
    return found;
  });

  return {
    teamHandoffs: ({ untold = false, limit }: { untold?: boolean; limit: number }): TeamHandoff[] =>
      all<HandoffRow>(
        `select * from team_handoffs ${untold ? "where untold = 1" : ""} order by at desc limit $limit`,
        { limit: toLimit(limit) },
      ).map(toHandoff),
    addTeamHandoff: (one: TeamHandoff): boolean =>
      run(
        `insert into team_handoffs (project, id, way, name, session, at, state, untold, taken, body)
         values ($project, $id, $way, $name, $session, $at, $state, $untold, $taken, $body) on conflict do nothing`,
        {
          ...one,
          ...{ name: toText(one.name), session: toText(one.session), at: toTime(one.at) },
          ...{ untold: one.state === "leaving" ? 1 : 0, taken: JSON.stringify(one.taken) },
          body: one.body === undefined ? null : toText(one.body),
        },
      ) > 0,
    changeTeamHandoff,
    dropTeamHandoff: (handoff: TeamRecordName) =>
      run("delete from team_handoffs where project = $project and id = $id", handoff),
    /** Usually there is none, and reading takes no write lock. */
    takeTeamHandoffs: (folder: string, at: number): TeamHandoff[] =>
      waiting(folder).length === 0 ? [] : takeTeamHandoffs.immediate(folder, at),
    isTeamPrivate: (folder: string, kind: TeamLink["kind"], key: string): boolean =>
      get("select 1 from team_private where folder = $folder and kind = $kind and key = $key", {
        ...{ folder, kind, key },
      }) !== null,
    setTeamPrivate: (folder: string, kind: TeamLink["kind"], key: string, isOn: boolean) =>
      run(
        isOn
          ? "insert into team_private (folder, kind, key) values ($folder, $kind, $key) on conflict do nothing"
          : "delete from team_private where folder = $folder and kind = $kind and key = $key",
        { folder, kind, key },
      ),
  };
}
