/** Versions of shared records, the links to local records that show them, and the outbox. */
import type { Database } from "bun:sqlite";
import { covers } from "../records/seen.ts";
import type { TeamLists } from "./lists.ts";
import { statementsOf } from "./rows.ts";
import type { Pulled, TeamHead, TeamLink, TeamRecordName } from "./types.ts";

/** Names a record. */
const OF_RECORD = "project = $project and id = $id";
/** Names a version of it. */
const OF_VERSION = `${OF_RECORD} and rev = $rev`;

function writesTo(db: Database) {
  const { all, run } = statementsOf(db);

  const headsOf = (record: TeamRecordName): TeamHead[] =>
    all(`select * from team_heads where ${OF_RECORD} order by author, rev`, record);

  function drop(head: TeamRecordName & { rev: string }): void {
    run(`delete from team_heads where ${OF_VERSION}`, head);
    // Unsent older versions are dropped: the new version replaces them.
    run(`delete from team_outbox where ${OF_VERSION} and op = 'put'`, head);
  }

  function put(head: TeamHead): void {
    for (const old of headsOf(head)) if (covers(head.seen, old.seen)) drop(old);
    run(
      `insert into team_heads (project, id, rev, kind, author, at, seen, hash, state, body)
       values ($project, $id, $rev, $kind, $author, $at, $seen, $hash, $state, $body)
       on conflict (project, id, rev) do update set body = excluded.body, state = excluded.state`,
      { body: null, ...head },
    );
  }

  const saveTeamLink = (link: TeamLink) =>
    run(
      `insert or replace into team_links (folder, kind, key, project, id, rev, applied, seen)
       values ($folder, $kind, $key, $project, $id, $rev, $applied, $seen)`,
      link,
    );

  const send = ({ project, id }: TeamRecordName, rev: string, op: "put" | "forget", at: number) =>
    run(
      `insert into team_outbox (project, id, rev, op, at) values ($project, $id, $rev, $op, $at)
       on conflict do nothing`,
      { project, id, rev, op, at },
    );

  return { headsOf, drop, put, saveTeamLink, send };
}

export function createTeamHeads(db: Database, { markTeam, isTeamMarked }: TeamLists) {
  const { all, get, run } = statementsOf(db);
  const { headsOf, drop, put, saveTeamLink, send } = writesTo(db);

  const commitTeamVersion = db.transaction((head: TeamHead & { body: string }, shown: TeamLink): void => {
    put(head);
    saveTeamLink(shown);
    send(head, head.rev, "put", head.at);
    // Another folder of the project may show it too, or a conflicting version may exist.
    const others = get(
      `select 1 from team_folders where project = $project and folder <> $folder union all
       select 1 from team_links where ${OF_RECORD} and (folder <> $folder or key <> $key) limit 1`,
      shown,
    );
    if (others !== undefined) markTeam(head, "pending", true);
  });

  function forget(record: TeamRecordName, at: number): void {
    for (const head of headsOf(record)) drop(head);
    markTeam(record, "gone", true);
    markTeam(record, "pending", true);
    send(record, "", "forget", at);
  }

  const takeBackTeamRecord = db.transaction((record: TeamRecordName, at: number): void => {
    run(
      `insert into team_private (folder, kind, key)
       select folder, kind, key from team_links where ${OF_RECORD} and rev = '' on conflict do nothing`,
      record,
    );
    // The link is removed first, so that deleting the record does not count as a local deletion.
    run(`delete from team_links where ${OF_RECORD} and rev = ''`, record);
    // If the server refuses it, other members keep the record, but it does not return here.
    markTeam(record, "hidden", true);
    forget(record, at);
  });

  /** The local record is checked again, and becomes another record. Other members' versions beside it stay with this one. */
  function freeTeamRecord(record: TeamRecordName): void {
    run(
      `insert into team_dirty (kind, folder, key)
       select iif(kind = 'derived', 'digests', kind), folder, iif(kind = 'derived', '', key) from team_links
       where ${OF_RECORD} and rev = ''`,
      record,
    );
    run(`delete from team_links where ${OF_RECORD} and rev = ''`, record);
  }

  /** Created here under the same name, and never sent: it stays, as a record of its own. */
  const isNew = (head: TeamHead): boolean =>
    head.author === "" &&
    Object.keys(head.seen).length === 1 &&
    get(`select 1 from team_outbox where ${OF_VERSION} and op = 'put'`, head) !== undefined;

  const setTeamHeadState = (head: TeamRecordName & { rev: string }, state: TeamHead["state"]) =>
    run(`update team_heads set state = $state where ${OF_VERSION}`, { ...head, state });

  /** Whether anything is different now. */
  function pull(row: Pulled): boolean {
    const isGone = isTeamMarked(row, "gone");
    const heads = headsOf(row);
    if (row.state === "forgotten") {
      if (isGone) return false;
      // If a version is named, only that version was withdrawn.
      const gone = heads.filter(({ rev }) => row.rev === "" || row.rev === rev);
      if (row.rev !== "" && gone.length === 0) return false;
      if (row.rev === "" && gone.some(isNew)) freeTeamRecord(row);
      for (const head of gone) drop(head);
      if (row.rev === "") markTeam(row, "gone", true);
    } else {
      const same = heads.find(({ rev }) => rev === row.rev);
      if (same?.state === "waiting") setTeamHeadState(row, "shared");
      if (isGone || heads.some(({ seen }) => covers(seen, row.seen))) return false;
      const { body, ...head } = row;
      put(isTeamMarked(row, "hidden") ? head : { ...head, body });
    }
    markTeam(row, "pending", true);
    return true;
  }

  const applyPulled = db.transaction((project: string, rows: readonly Pulled[], seq: number): number => {
    const changed = rows.filter(pull).length;
    run(
      `insert into team_cursors (project, seq) values ($project, $seq)
       on conflict (project) do update set seq = excluded.seq`,
      { project, seq },
    );
    return changed;
  });

  return {
    teamHeads: headsOf,
    /** Versions with content that are shown here. */
    shownTeamHeads: (record: TeamRecordName): TeamHead[] =>
      all(
        `select * from team_heads where ${OF_RECORD} and body is not null
           and (author = '' or author collate nocase not in (select name from team_muted))
         order by author, rev`,
        record,
      ),
    ...{ saveTeamLink, freeTeamRecord, setTeamHeadState, dropTeamHead: drop },
    commitTeamVersion: commitTeamVersion.immediate,
    forgetTeamRecord: db.transaction(forget).immediate,
    takeBackTeamRecord: takeBackTeamRecord.immediate,
    applyPulled: applyPulled.immediate,
  };
}
