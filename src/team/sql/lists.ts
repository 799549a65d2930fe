/** Lists of shared records, changes, outgoing records, and how far this machine has read. */
import type { Database } from "bun:sqlite";
import { toLimit, toTime } from "../../store/values.ts";
import { toTeamKnowledge } from "../records/knowledge.ts";
import type { SharedBody } from "../records/record.ts";
import {
  type FolderRow,
  type HeadRow,
  type LinkRow,
  statementsOf,
  toFolder,
  toHead,
  toLink,
} from "./rows.ts";
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
const CHANGE = "insert into team_dirty (kind, folder, key)";
const SEND = "insert into team_outbox (project, id, rev, op, at)";
/** Names a link. */
const OF_LINK = "folder = $folder and kind = $kind and key = $key";

export function createTeamLists(db: Database) {
  const { all, get, run } = statementsOf(db);

  const saveTeamFolder = db.transaction(({ folder, project, summaries, clientMemory }: TeamFolder): void => {
    run(
      `insert or replace into team_folders (folder, project, summaries, client_memory)
       values ($folder, $project, $summaries, $clientMemory)`,
      { folder, project, summaries: summaries ? 1 : 0, clientMemory: clientMemory ? 1 : 0 },
    );
    const here = { folder };
    run(`${CHANGE} select 'memory', project, uri from memories where project = $folder`, here);
    run(
      `${CHANGE} select 'solution', project, id from solutions where project = $folder and kind = 'by-hand'`,
      here,
    );
    run(`${CHANGE} values ('digests', $folder, '')`, here);
    // Records that the project's other folder already has are written here too.
    run(
      `${MARK} select distinct project, id, 'pending' from team_heads where project = $project on conflict do nothing`,
      { project },
    );
  });

  const offerTeamAgain = db.transaction((project: string, members: readonly string[], at: number): void => {
    run(
      `${SEND} select project, id, rev, 'put', at from team_heads where project = $project and body is not null
         and (author = '' or author not in (select value from json_each($members))) on conflict do nothing`,
      { project, members: JSON.stringify(members) },
    );
    run(
      `${SEND} select project, id, '', 'forget', $at from team_marks
       where project = $project and mark = 'gone' on conflict do nothing`,
      { project, at: toTime(at) },
    );
  });

  return {
    teamFolders: (): TeamFolder[] =>
      all<FolderRow>("select * from team_folders order by folder").map(toFolder),
    saveTeamFolder: saveTeamFolder.immediate,
    dropTeamFolder: (folder: string): boolean =>
      run("delete from team_folders where folder = $folder", { folder }) > 0,

    teamChanges: (limit: number) =>
      all<TeamChange>(
        `select n, kind, folder, key from team_dirty where folder in (select folder from team_folders)
         order by n limit $limit`,
        { limit: toLimit(limit) },
      ),
    markTeamChange: (change: Omit<TeamChange, "n">) => run(`${CHANGE} values ($kind, $folder, $key)`, change),
    settleTeamChange: (n: number) => run("delete from team_dirty where n = $n", { n }),

    teamLink(folder: string, kind: TeamLink["kind"], key: string): TeamLink | undefined {
      const row = get<LinkRow>(`select * from team_links where ${OF_LINK}`, { folder, kind, key });
      return row === null ? undefined : toLink(row);
    },
    /** The links of a record. */
    teamLinks: (record: TeamRecordName): TeamLink[] =>
      all<LinkRow>(
        "select * from team_links where project = $project and id = $id order by rev, folder",
        record,
      ).map(toLink),
    /** The links of everything that the sessions of a folder taught. */
    derivedTeamLinks: (folder: string): TeamLink[] =>
      all<LinkRow>("select * from team_links where folder = $folder and kind = 'derived'", { folder }).map(
        toLink,
      ),
    dropTeamLink: (link: Pick<TeamLink, "folder" | "kind" | "key">) =>
      run(`delete from team_links where ${OF_LINK}`, link),

    isTeamMarked: ({ project, id }: TeamRecordName, mark: string): boolean =>
      get("select 1 from team_marks where project = $project and id = $id and mark = $mark", {
        ...{ project, id, mark },
      }) !== null,
    markTeam: ({ project, id }: TeamRecordName, mark: string, isOn: boolean) =>
      run(
        isOn
          ? `${MARK} values ($project, $id, $mark) on conflict do nothing`
          : "delete from team_marks where project = $project and id = $id and mark = $mark",
        { project, id, mark },
      ),
    pendingTeamRecords: (limit: number) =>
      all<TeamRecordName>("select project, id from team_marks where mark = 'pending' limit $limit", {
        limit: toLimit(limit),
      }),

    teamOutbox: ({ project, limit, after = 0 }: { project?: string; limit: number; after?: number }) =>
      all<OutboxItem>(
        `select n, project, id, rev, op, at from team_outbox
         where project = coalesce($project, project) and n > $after order by n limit $limit`,
        { project: project ?? null, limit: toLimit(limit), after },
      ),
    settleOutbox: (n: number) => run("delete from team_outbox where n = $n", { n }),
    /** `seq`: read up to this number. `top` and `mark`: the newest state seen on the server. */
    teamCursor(project: string): { seq: number; top: number; mark?: string } {
      const row = get<{ seq: number; top: number; mark: string | null }>(
        "select seq, top, mark from team_cursors where project = $project",
        { project },
      );
      const { seq, top, mark } = row ?? { seq: 0, top: 0, mark: null };
      return { seq, top, ...(mark === null ? {} : { mark }) };
    },
    saveTeamTop: (project: string, { after, seq, mark }: { after?: number; seq: number; mark: string }) =>
      run(
        `insert into team_cursors (project, seq, top, mark) values ($project, coalesce($after, 0), $top, $mark)
         on conflict (project) do update set seq = coalesce($after, seq), top = excluded.top, mark = excluded.mark`,
        { project, after: after ?? null, top: toTime(seq), mark },
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
      all<HeadRow>(
        `select * from team_heads where project = coalesce($project, project) and author = coalesce($author, author)
         order by at desc limit $limit`,
        { project: null, author: null, ...filter, limit: toLimit(filter.limit) },
      ).map(toHead),

    teamRefused: () =>
      all<HeadRow>(
        `select h.* from team_heads h join team_marks m on m.project = h.project and m.id = h.id
         where m.mark = 'refused' and h.author = '' and h.body is not null`,
      ).map(toHead),
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
        { limit: toLimit(limit) },
      ),
    /** Knowledge of other members in a folder's project. */
    teamKnowledge(folder: string) {
      const shared = get<FolderRow>("select * from team_folders where folder = $folder", { folder });
      if (shared === null) return undefined;
      const rows = all<HeadRow>(
        `select * from team_heads where project = $project and kind in ('solution', 'pitfall', 'command')
           and author <> '' and state = 'shared' and body is not null
           and author collate nocase not in (select name from team_muted)
         order by at desc limit ${MOST_KNOWLEDGE}`,
        { project: shared.project },
      );
      return toTeamKnowledge(
        rows.map(({ body, ...row }) => ({ ...row, body: JSON.parse(body ?? "{}") as SharedBody })),
      );
    },

    teamReaders(project: string): { mark: string; names: string[] } | undefined {
      const row = get<{ mark: string; names: string }>(
        "select mark, names from team_readers where project = $project",
        { project },
      );
      return row === null ? undefined : { mark: row.mark, names: JSON.parse(row.names) as string[] };
    },
    saveTeamReaders: (project: string, { mark, names }: { mark: string; names: readonly string[] }) =>
      run("insert or replace into team_readers (project, mark, names) values ($project, $mark, $names)", {
        ...{ project, mark, names: JSON.stringify(names) },
      }),
    /** Their records are shown or hidden when they are next applied. */
    muteTeamMember: muteTeamMember.immediate,
    teamMuted: (): string[] =>
      all<{ name: string }>("select name from team_muted order by name").map(({ name }) => name),
  };
}
