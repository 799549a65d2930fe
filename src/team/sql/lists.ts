/** Lists of shared records, changes, outgoing records, and how far this machine has read. */
import type { Database } from "bun:sqlite";
import { toTeamKnowledge } from "../records/knowledge.ts";
import type { SharedBody } from "../records/record.ts";
import { statementsOf } from "./rows.ts";
import type {
  OutboxItem,
  TeamChange,
  TeamCounts,
  TeamFolder,
  TeamHead,
  TeamLink,
  TeamRecordName,
} from "./types.ts";

/** A session's start reads them. More would take time and add little. */
const MOST_KNOWLEDGE = 1000;

const TABLES = [
  ...["folders", "dirty", "heads", "links", "outbox", "cursors", "marks", "handoffs", "private", "readers"],
  "muted",
];

const MARK = "insert into team_marks (project, id, mark)";
const OF_MARK = "project = $project and id = $id and mark = $mark";
const CHANGE = "insert into team_dirty (kind, folder, key)";
const SEND = "insert into team_outbox (project, id, rev, op, at)";
/** Names a link. */
const OF_LINK = "folder = $folder and kind = $kind and key = $key";

export function createTeamLists(db: Database) {
  const { all, get, run } = statementsOf(db);

  const saveTeamFolder = db.transaction((here: TeamFolder): void => {
    run("insert or replace into team_folders (folder, project) values ($folder, $project)", here);
    run(`${CHANGE} select 'memory', project, uri from memories where project = $folder`, here);
    run(
      `${CHANGE} select 'solution', project, id from solutions where project = $folder and kind = 'by-hand'`,
      here,
    );
    run(`${CHANGE} values ('digests', $folder, '')`, here);
    // Records that the project's other folder already has are written here too.
    run(
      `${MARK} select distinct project, id, 'pending' from team_heads where project = $project on conflict do nothing`,
      here,
    );
  });

  const offerTeamAgain = db.transaction((project: string, members: readonly string[], at: number): void => {
    run(
      `${SEND} select project, id, rev, 'put', at from team_heads where project = $project and body is not null
         and (author = '' or author not in (select value from json_each($members))) on conflict do nothing`,
      { project, members },
    );
    run(
      `${SEND} select project, id, '', 'forget', $at from team_marks
       where project = $project and mark = 'gone' on conflict do nothing`,
      { project, at },
    );
  });

  return {
    teamFolders: (): TeamFolder[] => all("select folder, project from team_folders order by folder"),
    saveTeamFolder: saveTeamFolder.immediate,
    dropTeamFolder: (folder: string): boolean =>
      run("delete from team_folders where folder = $folder", { folder }) > 0,

    teamChanges: (limit: number) =>
      all<TeamChange>(
        `select n, kind, folder, key from team_dirty where folder in (select folder from team_folders)
         order by n limit $limit`,
        { limit },
      ),
    markTeamChange: (change: Omit<TeamChange, "n">) => run(`${CHANGE} values ($kind, $folder, $key)`, change),
    settleTeamChange: (n: number) => run("delete from team_dirty where n = $n", { n }),

    teamLink: (folder: string, kind: TeamLink["kind"], key: string) =>
      get<TeamLink>(`select * from team_links where ${OF_LINK}`, { folder, kind, key }),
    /** The links of a record. */
    teamLinks: (record: TeamRecordName): TeamLink[] =>
      all("select * from team_links where project = $project and id = $id order by rev, folder", record),
    /** The links of everything that the sessions of a folder taught. */
    derivedTeamLinks: (folder: string): TeamLink[] =>
      all("select * from team_links where folder = $folder and kind = 'derived'", { folder }),
    dropTeamLink: (link: Pick<TeamLink, "folder" | "kind" | "key">) =>
      run(`delete from team_links where ${OF_LINK}`, link),

    isTeamMarked: (record: TeamRecordName, mark: string): boolean =>
      get(`select 1 from team_marks where ${OF_MARK}`, { ...record, mark }) !== undefined,
    markTeam: (record: TeamRecordName, mark: string, isOn: boolean) =>
      run(
        isOn
          ? `${MARK} values ($project, $id, $mark) on conflict do nothing`
          : `delete from team_marks where ${OF_MARK}`,
        { ...record, mark },
      ),
    pendingTeamRecords: (limit: number) =>
      all<TeamRecordName>("select project, id from team_marks where mark = 'pending' limit $limit", {
        limit,
      }),

    teamOutbox: ({ project, limit, after = 0 }: { project?: string; limit: number; after?: number }) =>
      all<OutboxItem>(
        `select o.*, h.author, h.seen, h.body from team_outbox o left join team_heads h using (project, id, rev)
         where project = coalesce($project, project) and n > $after order by n limit $limit`,
        { project, limit, after },
      ),
    isTeamLeaving: (record: TeamRecordName): boolean =>
      get("select 1 from team_outbox where project = $project and id = $id", record) !== undefined,
    settleOutbox: (n: number) => run("delete from team_outbox where n = $n", { n }),
    /** `seq`: read up to this number. `top` and `mark`: the newest state seen on the server. */
    teamCursor: (project: string): { seq: number; top: number; mark?: string } =>
      get("select seq, top, mark from team_cursors where project = $project", { project }) ?? {
        seq: 0,
        top: 0,
      },
    saveTeamTop: (project: string, state: { after?: number; seq: number; mark: string }) =>
      run(
        `insert into team_cursors (project, seq, top, mark) values ($project, coalesce($after, 0), $seq, $mark)
         on conflict (project) do update set seq = coalesce($after, seq), top = excluded.top, mark = excluded.mark`,
        { after: null, ...state, project },
      ),
    /** Sends again everything that this member made or forgot, and records of members who have left the team. */
    offerTeamAgain: offerTeamAgain.immediate,

    leaveTeam: db.transaction((): void => {
      for (const table of TABLES) run(`delete from team_${table}`);
    }).immediate,
  };
}

export type TeamLists = ReturnType<typeof createTeamLists>;

/** Data of the team's tables for people and sessions: records, conflicts, members. */
export function createTeamReads(db: Database) {
  const { all, get, run } = statementsOf(db);

  const muteTeamMember = db.transaction((name: string, isOn: boolean): void => {
    run(
      isOn
        ? "insert into team_muted (name) values ($name) on conflict do nothing"
        : "delete from team_muted where name = $name",
      { name },
    );
    run(
      `${MARK} select distinct project, id, 'pending' from team_heads
       where author = $name collate nocase on conflict do nothing`,
      { name },
    );
  });

  return {
    listTeamHeads: (filter: { project?: string; author?: string; limit: number }): TeamHead[] =>
      all(
        `select * from team_heads where project = coalesce($project, project) and author = coalesce($author, author)
         order by at desc limit $limit`,
        { project: null, author: null, ...filter },
      ),

    teamRefused: () =>
      all<TeamHead>(
        `select h.* from team_heads h join team_marks m on m.project = h.project and m.id = h.id
         where m.mark = 'refused' and h.author = '' and h.body is not null`,
      ),
    teamCounts: (): TeamCounts =>
      get<TeamCounts>(
        `select (select count(distinct project || ' ' || id) from team_heads) as records,
           (select count(*) from team_outbox) + (select count(*) from team_handoffs where untold = 1) as pending,
           (select count(*) from (select 1 from team_heads group by project, id having count(distinct hash) > 1)) as conflicts`,
      ) ?? { records: 0, pending: 0, conflicts: 0 },
    teamAuthors: () =>
      all<{ author: string; records: number }>(
        "select author, count(*) as records from team_heads where body is not null group by author order by author",
      ),
    teamConflicts: (limit: number) =>
      all<TeamRecordName>(
        `select project, id from team_heads group by project, id having count(distinct hash) > 1
         order by max(at) desc limit $limit`,
        { limit },
      ),
    /** Knowledge of other members in a folder's project. */
    teamKnowledge(folder: string) {
      const shared = get<TeamFolder>("select folder, project from team_folders where folder = $folder", {
        folder,
      });
      if (shared === undefined) return undefined;
      const rows = all<TeamHead>(
        `select * from team_heads where project = $project and kind in ('solution', 'pitfall', 'command')
           and author <> '' and state = 'shared' and body is not null
           and author collate nocase not in (select name from team_muted)
         order by at desc limit ${MOST_KNOWLEDGE}`,
        shared,
      );
      return toTeamKnowledge(
        rows.map(({ body, ...row }) => ({ ...row, body: JSON.parse(body ?? "{}") as SharedBody })),
      );
    },

    teamReaders: (project: string) =>
      get<{ mark: string; names: string[] }>(
        "select mark, names from team_readers where project = $project",
        {
          project,
        },
      ),
    saveTeamReaders: (readers: { project: string; mark: string; names: readonly string[] }) =>
      run(
        "insert or replace into team_readers (project, mark, names) values ($project, $mark, $names)",
        readers,
      ),
    /** Their records are shown or hidden when they are next applied. */
    muteTeamMember: muteTeamMember.immediate,
    teamMuted: (): string[] =>
      all<{ name: string }>("select name from team_muted order by name").map(({ name }) => name),
  };
}
