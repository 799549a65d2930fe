/** Versions of shared records, the links to what shows them here, and what waits to be sent. */
import type { Database } from "bun:sqlite";
import { type Named, toText, toTime } from "../../store/values.ts";
import { covers } from "../records/seen.ts";
import { type HeadRow, toHead } from "./rows.ts";
import type { Pulled, TeamHead, TeamLink, TeamRecordName } from "./types.ts";

export function createTeamHeads(db: Database) {
  const sql = createStatements(db);
  const name = ({ project, id }: TeamRecordName) => ({ project, id });

  const headsOf = (record: TeamRecordName): TeamHead[] => sql.heads.all(name(record)).map(toHead);

  function drop(head: TeamRecordName & { rev: string }): void {
    const key = { ...name(head), rev: head.rev };
    sql.drop.run(key);
    // Unsent older versions are dropped: the new version replaces them.
    sql.unsend.run(key);
  }

  function put(head: TeamHead): void {
    for (const old of headsOf(head)) if (covers(head.seen, old.seen)) drop(old);
    sql.put.run({
      ...name(head),
      rev: head.rev,
      kind: head.kind,
      author: toText(head.author),
      at: toTime(head.at),
      seen: JSON.stringify(head.seen),
      hash: head.hash,
      state: head.state,
      body: head.body === undefined ? null : toText(head.body),
    });
  }

  function link({ folder, kind, key, rev, applied, seen, ...record }: TeamLink): void {
    const values = { folder, kind, key, rev, applied, seen: JSON.stringify(seen), ...name(record) };
    sql.link.run(values);
  }

  const commitTeamVersion = db.transaction((head: TeamHead & { body: string }, shown: TeamLink): void => {
    put(head);
    link(shown);
    sql.send.run({ ...name(head), rev: head.rev, op: "put", at: toTime(head.at) });
    // Another folder of the project may show it too, or a conflicting version may exist.
    const place = { ...name(head), folder: shown.folder, key: shown.key };
    if (sql.others.get(place) !== null) {
      sql.mark.run({ ...name(head), mark: "pending" });
    }
  });

  function forget(record: TeamRecordName, at: number): void {
    for (const head of headsOf(record)) drop(head);
    sql.mark.run({ ...name(record), mark: "gone" });
    sql.mark.run({ ...name(record), mark: "pending" });
    sql.send.run({ ...name(record), rev: "", op: "forget", at: toTime(at) });
  }
  const forgetTeamRecord = db.transaction(forget);

  const takeBackTeamRecord = db.transaction((record: TeamRecordName, at: number): void => {
    sql.keep.run(name(record));
    // The link is removed first, so that deleting the record does not count as a local deletion.
    sql.unlink.run(name(record));
    // If the server refuses it, other members keep the record, but it does not return here.
    sql.mark.run({ ...name(record), mark: "hidden" });
    forget(record, at);
  });

  /** What shows it here is looked at again, and becomes another record. */
  function freeTeamRecord(record: TeamRecordName): void {
    sql.dirtyLinks.run(name(record));
    sql.dropLinks.run(name(record));
  }

  /** Whether anything is different now. */
  function pull(row: Pulled): boolean {
    const isGone = sql.marked.get({ ...name(row), mark: "gone" }) !== null;
    if (row.state === "forgotten") {
      if (isGone) return false;
      // With a version's name, only that version was withdrawn.
      const gone = headsOf(row).filter(({ rev }) => row.rev === "" || row.rev === rev);
      if (row.rev !== "" && gone.length === 0) return false;
      // Made here under the same name, and never sent: it stays, as a record of its own.
      const isNew = ({ author, seen, rev }: TeamHead) =>
        author === "" && Object.keys(seen).length === 1 && sql.unsent.get({ ...name(row), rev }) !== null;
      if (row.rev === "" && gone.some(isNew)) freeTeamRecord(row);
      for (const head of gone) drop(head);
      if (row.rev === "") sql.mark.run({ ...name(row), mark: "gone" });
    } else {
      const heads = headsOf(row);
      const same = heads.find(({ rev }) => rev === row.rev);
      if (same !== undefined && same.state === "waiting") {
        sql.state.run({ ...name(row), rev: row.rev, state: "shared" });
      }
      if (isGone || heads.some(({ seen }) => covers(seen, row.seen))) return false;
      const isHidden = sql.marked.get({ ...name(row), mark: "hidden" }) !== null;
      const { body, ...head } = row;
      put(isHidden ? head : { ...head, body });
    }
    sql.mark.run({ ...name(row), mark: "pending" });
    return true;
  }

  const applyPulled = db.transaction((project: string, rows: readonly Pulled[], seq: number): number => {
    let changed = 0;
    for (const row of rows) if (pull(row)) changed++;
    sql.cursor.run({ project, seq: toTime(seq) });
    return changed;
  });

  return {
    teamHeads: headsOf,
    /** Those with a content that is shown here. */
    shownTeamHeads: (record: TeamRecordName): TeamHead[] => sql.shown.all(name(record)).map(toHead),
    saveTeamLink: link,
    commitTeamVersion: commitTeamVersion.immediate,
    forgetTeamRecord: forgetTeamRecord.immediate,
    takeBackTeamRecord: takeBackTeamRecord.immediate,
    applyPulled: applyPulled.immediate,
    setTeamHeadState(head: TeamRecordName & { rev: string }, state: TeamHead["state"]): void {
      sql.state.run({ ...name(head), rev: head.rev, state });
    },
    dropTeamHead: drop,
    freeTeamRecord,
  };
}

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
    heads: statement<HeadRow>(
      "select * from team_heads where project = $project and id = $id order by author, rev",
    ),
    shown: statement<HeadRow>(`
      select * from team_heads where project = $project and id = $id and body is not null
        and (author = '' or author collate nocase not in (select name from team_muted))
      order by author, rev`),
    put: statement(`
      insert into team_heads (project, id, rev, kind, author, at, seen, hash, state, body)
      values ($project, $id, $rev, $kind, $author, $at, $seen, $hash, $state, $body)
      on conflict (project, id, rev) do update set body = excluded.body, state = excluded.state`),
    drop: statement("delete from team_heads where project = $project and id = $id and rev = $rev"),
    unsend: statement(
      "delete from team_outbox where project = $project and id = $id and rev = $rev and op = 'put'",
    ),
    unsent: statement(
      "select 1 from team_outbox where project = $project and id = $id and rev = $rev and op = 'put'",
    ),
    dirtyLinks: statement(`
      insert into team_dirty (kind, folder, key)
      select iif(kind = 'derived', 'digests', kind), folder, iif(kind = 'derived', '', key) from team_links
      where project = $project and id = $id`),
    dropLinks: statement("delete from team_links where project = $project and id = $id"),
    send: statement(`
      insert into team_outbox (project, id, rev, op, at) values ($project, $id, $rev, $op, $at)
      on conflict do nothing`),
    link: statement(`
      insert into team_links (folder, kind, key, project, id, rev, applied, seen)
      values ($folder, $kind, $key, $project, $id, $rev, $applied, $seen)
      on conflict (folder, kind, key) do update set project = excluded.project, id = excluded.id,
        rev = excluded.rev, applied = excluded.applied, seen = excluded.seen`),
    others: statement(`
      select 1 from team_folders where project = $project and folder <> $folder
      union all select 1 from team_links where project = $project and id = $id and (folder <> $folder or key <> $key)
      limit 1`),
    keep: statement(`
      insert into team_private (folder, kind, key)
      select folder, kind, key from team_links where project = $project and id = $id and rev = ''
      on conflict do nothing`),
    unlink: statement("delete from team_links where project = $project and id = $id and rev = ''"),
    mark: statement(
      "insert into team_marks (project, id, mark) values ($project, $id, $mark) on conflict do nothing",
    ),
    marked: statement("select 1 from team_marks where project = $project and id = $id and mark = $mark"),
    state: statement(
      "update team_heads set state = $state where project = $project and id = $id and rev = $rev",
    ),
    cursor: statement(`
      insert into team_cursors (project, seq) values ($project, $seq)
      on conflict (project) do update set seq = excluded.seq`),
  };
}
