/** Shared folders, what changed in them, and the lists that synchronising works through. */
import type { Database } from "bun:sqlite";
import { type Named, toLimit, toTime } from "../../store/values.ts";
import { toTeamKnowledge } from "../records/knowledge.ts";
import type { SharedBody } from "../records/record.ts";
import {
  type ChangeRow,
  type FolderRow,
  type HeadRow,
  type LinkRow,
  type OutboxRow,
  toFolder,
  toHead,
  toLink,
} from "./rows.ts";
import type { TeamChange, TeamCounts, TeamFolder, TeamHead, TeamLink, TeamRecordName } from "./types.ts";

/** A session's start reads them; more would cost it time and say nothing new. */
const MOST_KNOWLEDGE = 1000;

export function createTeamLists(db: Database) {
  const sql = createStatements(db);

  const saveTeamFolder = db.transaction(({ folder, project, summaries, clientMemory }: TeamFolder): void => {
    sql.saveFolder.run({
      folder,
      project,
      summaries: summaries ? 1 : 0,
      clientMemory: clientMemory ? 1 : 0,
    });
    sql.markMemories.run({ folder });
    sql.markSolutions.run({ folder });
    sql.markDigests.run({ folder });
    // What the project's other folder has already is written here too.
    sql.markRecords.run({ project });
  });

  const offerTeamAgain = db.transaction((project: string, members: readonly string[], at: number): void => {
    sql.offer.run({ project, members: JSON.stringify(members) });
    sql.offerGone.run({ project, at: toTime(at) });
  });

  const leaveTeam = db.transaction((): void => {
    for (const table of TABLES) db.run(`delete from ${table}`);
  });

  function teamLinks(filter: TeamRecordName | { folder: string; kind: TeamLink["kind"] }): TeamLink[] {
    // A link also has a folder, but callers that pass a link want its record.
    const rows =
      "id" in filter
        ? sql.linksOfRecord.all({ project: filter.project, id: filter.id })
        : sql.linksOfFolder.all({ folder: filter.folder, kind: filter.kind });
    return rows.map(toLink);
  }

  function teamKnowledge(folder: string) {
    const shared = sql.folder.get({ folder });
    if (shared === null) return undefined;
    const rows = sql.knowledge.all({ project: shared.project });
    return toTeamKnowledge(
      rows.map(({ id, author, at, body }) => ({
        id,
        author,
        at,
        body: JSON.parse(body ?? "{}") as SharedBody,
      })),
    );
  }

  return {
    teamFolders: (): TeamFolder[] => sql.folders.all({}).map(toFolder),
    saveTeamFolder: saveTeamFolder.immediate,
    dropTeamFolder: (folder: string): boolean => sql.dropFolder.run({ folder }).changes > 0,
    teamChanges: (limit: number) => sql.changes.all({ limit: toLimit(limit) }),
    markTeamChange({ kind, folder, key }: Omit<TeamChange, "n">): void {
      sql.markChange.run({ kind, folder, key });
    },
    dropTeamChange(kind: TeamChange["kind"], folder: string, key: string): void {
      sql.dropChange.run({ kind, folder, key });
    },
    settleTeamChange(n: number): void {
      sql.settleChange.run({ n });
    },
    listTeamHeads: ({
      project,
      author,
      limit,
    }: {
      project?: string;
      author?: string;
      limit: number;
    }): TeamHead[] =>
      sql.list.all({ project: project ?? null, author: author ?? null, limit: toLimit(limit) }).map(toHead),
    teamLink(folder: string, kind: TeamLink["kind"], key: string): TeamLink | undefined {
      const row = sql.link.get({ folder, kind, key });
      return row === null ? undefined : toLink(row);
    },
    teamLinks,
    dropTeamLink({ folder, kind, key }: Pick<TeamLink, "folder" | "kind" | "key">): void {
      sql.dropLink.run({ folder, kind, key });
    },
    isTeamMarked: ({ project, id }: TeamRecordName, mark: string): boolean =>
      sql.marked.get({ project, id, mark }) !== null,
    markTeam({ project, id }: TeamRecordName, mark: string, isOn: boolean): void {
      (isOn ? sql.mark : sql.unmark).run({ project, id, mark });
    },
    pendingTeamRecords: (limit: number) => sql.pending.all({ limit: toLimit(limit) }),
    teamOutbox: ({ project, limit, after = 0 }: { project?: string; limit: number; after?: number }) =>
      sql.outbox.all({ project: project ?? null, limit: toLimit(limit), after }),
    settleOutbox(n: number): void {
      sql.settleOutbox.run({ n });
    },
    /** `seq`: read up to there. `top` and `mark`: the newest state that was seen on the server. */
    teamCursor(project: string): { seq: number; top: number; mark?: string } {
      const { seq, top, mark } = sql.cursor.get({ project }) ?? { seq: 0, top: 0, mark: null };
      return { seq, top, ...(mark === null ? {} : { mark }) };
    },
    saveTeamTop(project: string, { after, seq, mark }: { after?: number; seq: number; mark: string }): void {
      sql.saveTop.run({ project, after: after ?? null, top: toTime(seq), mark });
    },
    /** What this member made or forgot goes out again, and what others made who are not in the team any more. */
    offerTeamAgain: offerTeamAgain.immediate,
    teamRefused: () => sql.refused.all({}).map(toHead),
    teamCounts: (): TeamCounts => sql.counts.get({}) ?? { records: 0, pending: 0, conflicts: 0 },
    teamAuthors: () => sql.authors.all({}),
    teamConflicts: (limit: number) => sql.conflicts.all({ limit: toLimit(limit) }),
    teamKnowledge,
    leaveTeam: leaveTeam.immediate,
  };
}

const TABLES = [
  "team_folders",
  "team_dirty",
  "team_heads",
  "team_links",
  "team_outbox",
  "team_cursors",
  "team_marks",
  "team_handoffs",
  "team_private",
  "team_readers",
  "team_muted",
];

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
    folders: statement<FolderRow>("select * from team_folders order by folder"),
    folder: statement<FolderRow>("select * from team_folders where folder = $folder"),
    saveFolder: statement(`
      insert into team_folders (folder, project, summaries, client_memory)
      values ($folder, $project, $summaries, $clientMemory)
      on conflict (folder) do update set project = excluded.project, summaries = excluded.summaries,
        client_memory = excluded.client_memory`),
    dropFolder: statement("delete from team_folders where folder = $folder"),
    markMemories: statement(
      "insert into team_dirty (kind, folder, key) select 'memory', project, uri from memories where project = $folder",
    ),
    markSolutions: statement(`
      insert into team_dirty (kind, folder, key)
      select 'solution', project, id from solutions where project = $folder and kind = 'by-hand'`),
    markDigests: statement("insert into team_dirty (kind, folder, key) values ('digests', $folder, '')"),
    markRecords: statement(`
      insert into team_marks (project, id, mark) select distinct project, id, 'pending' from team_heads
      where project = $project on conflict do nothing`),
    changes: statement<ChangeRow>(`
      select n, kind, folder, key from team_dirty where folder in (select folder from team_folders)
      order by n limit $limit`),
    markChange: statement("insert into team_dirty (kind, folder, key) values ($kind, $folder, $key)"),
    dropChange: statement("delete from team_dirty where kind = $kind and folder = $folder and key = $key"),
    settleChange: statement("delete from team_dirty where n = $n"),
    list: statement<HeadRow>(`
      select * from team_heads where project = coalesce($project, project) and author = coalesce($author, author)
      order by at desc limit $limit`),
    link: statement<LinkRow>(
      "select * from team_links where folder = $folder and kind = $kind and key = $key",
    ),
    linksOfRecord: statement<LinkRow>(
      "select * from team_links where project = $project and id = $id order by rev, folder",
    ),
    linksOfFolder: statement<LinkRow>("select * from team_links where folder = $folder and kind = $kind"),
    dropLink: statement("delete from team_links where folder = $folder and kind = $kind and key = $key"),
    marked: statement("select 1 from team_marks where project = $project and id = $id and mark = $mark"),
    mark: statement(
      "insert into team_marks (project, id, mark) values ($project, $id, $mark) on conflict do nothing",
    ),
    unmark: statement("delete from team_marks where project = $project and id = $id and mark = $mark"),
    pending: statement<TeamRecordName>(
      "select project, id from team_marks where mark = 'pending' limit $limit",
    ),
    outbox: statement<OutboxRow>(`
      select n, project, id, rev, op, at from team_outbox
      where project = coalesce($project, project) and n > $after order by n limit $limit`),
    settleOutbox: statement("delete from team_outbox where n = $n"),
    cursor: statement<{ seq: number; top: number; mark: string | null }>(
      "select seq, top, mark from team_cursors where project = $project",
    ),
    saveTop: statement(`
      insert into team_cursors (project, seq, top, mark) values ($project, coalesce($after, 0), $top, $mark)
      on conflict (project) do update set seq = coalesce($after, seq), top = excluded.top, mark = excluded.mark`),
    offer: statement(`
      insert into team_outbox (project, id, rev, op, at) select project, id, rev, 'put', at from team_heads
      where project = $project and body is not null and (author = '' or author not in (select value from json_each($members)))
      on conflict do nothing`),
    offerGone: statement(`
      insert into team_outbox (project, id, rev, op, at) select project, id, '', 'forget', $at from team_marks
      where project = $project and mark = 'gone' on conflict do nothing`),
    refused: statement<HeadRow>(`
      select h.* from team_heads h join team_marks m on m.project = h.project and m.id = h.id
      where m.mark = 'refused' and h.author = '' and h.body is not null`),
    counts: statement<TeamCounts>(`
      select (select count(distinct project || ' ' || id) from team_heads) as records,
        (select count(*) from team_outbox) + (select count(*) from team_handoffs where untold = 1) as pending,
        (select count(*) from (select 1 from team_heads group by project, id having count(distinct hash) > 1)) as conflicts`),
    authors: statement<{ author: string; records: number }>(
      "select author, count(*) as records from team_heads where body is not null group by author order by author",
    ),
    conflicts: statement<TeamRecordName>(`
      select project, id from team_heads group by project, id having count(distinct hash) > 1
      order by max(at) desc limit $limit`),
    knowledge: statement<HeadRow>(`
      select * from team_heads where project = $project and kind in ('solution', 'pitfall', 'command')
        and author <> '' and state = 'shared' and body is not null
        and author collate nocase not in (select name from team_muted)
      order by at desc limit ${MOST_KNOWLEDGE}`),
  };
}
