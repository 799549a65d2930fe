/** Rows of forgotten records in a team's tables: copies of what was learned, and records that others shared. */
import type { Database } from "bun:sqlite";
import { createForget } from "../../store/forget/forget.ts";
import { type Selector, toMatching } from "../../store/forget/forget-selection.ts";
import { queries } from "../../store/store.ts";
import type { Named } from "../../store/values.ts";

/** A complete forget: the store's records, and their rows in the team's tables. */
export const forgettingIn = queries(({ db, location }) =>
  createForget(db, location, {
    begin: dropTeamLinks,
    finish(connection, selector) {
      forgetEvidence(connection);
      forgetShared(connection, selector);
    },
  }),
);

/** Runs before the copies are deleted: with their links in place, the deletion would count as the user's own. */
function dropTeamLinks(db: Database, selector: Selector): void {
  if (!("copies" in selector)) return;
  const memory = db.query<unknown, Named>(
    "delete from team_links where folder = $folder and kind = 'memory' and key = $key",
  );
  for (const { uri, project } of selector.copies.memories) memory.run({ folder: project, key: uri });
  const solution = db.query<unknown, Named>("delete from team_links where kind = 'solution' and key = $key");
  for (const id of selector.copies.solutions) solution.run({ key: id.slice("solution-".length) });
}

/**
 * Memories that stay lose their sentence from a deleted session. Shared ones are sent again without it: their link's
 * `applied` is cleared, so the next scan finds them changed.
 */
function forgetEvidence(db: Database): void {
  const told = `select l.folder, l.key, l.project, l.id from team_links l
    join memories m on m.project = l.folder and m.uri = l.key
    where l.kind = 'memory' and l.rev = '' and m.provenance is not null and m.session_id in (
      select substr(uri, 11) from doomed_uris where uri like 'session://%')`;
  db.run(`insert into team_dirty (kind, folder, key) select 'memory', folder, key from (${told})`);
  db.run(`update team_heads set body = null
    where author = '' and (project, id) in (select project, id from (${told}))`);
  db.run(`update team_links set applied = ''
    where kind = 'memory' and (folder, key) in (select folder, key from (${told}))`);
}

/** Runs after the records were deleted, in the same final transaction. */
function forgetShared(db: Database, selector: Selector): void {
  if ("copies" in selector || "uri" in selector) return;
  // It is unknown which session taught what, so everything is derived again from the remaining sessions, or forgotten everywhere.
  db.run(`update team_heads set body = null
    where author = '' and kind in ('solution', 'pitfall', 'command')`);
  db.run("insert into team_dirty (kind, folder, key) select 'digests', folder, '' from team_folders");
  // A session's handoffs are deleted with it, including those not yet received.
  db.run(`update team_handoffs set state = 'withdrawn', untold = 1, body = null, session = ''
    where way = 'out' and state in ('leaving', 'sent')
      and 'session://' || session in (select uri from doomed_uris)`);
  if (!("match" in selector)) return;
  forgetHandoffs(db, selector.match);
  const { values, condition } = toMatching(selector.match, ["body"]);
  const run = (sql: string) => db.query<unknown, Named>(sql).run(values);
  run(`insert into team_marks (project, id, mark) select project, id, 'hidden' from team_heads
    where author <> '' and (${condition}) on conflict do nothing`);
  run(`update team_heads set body = null where ${condition}`);
}

/** Its content is stored here only while it waits to be sent or taken. */
function forgetHandoffs(db: Database, match: string): void {
  const { values, condition } = toMatching(match, ["body"]);
  db.query<unknown, Named>(
    `update team_handoffs set state = iif(way = 'out', 'withdrawn', 'dropped'), untold = iif(way = 'out', 1, 0),
      body = null where body is not null and (${condition})`,
  ).run(values);
}
