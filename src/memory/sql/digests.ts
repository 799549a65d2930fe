/** Digests of sessions. */
import type { Database } from "bun:sqlite";
import { type Named, toLimit, toText, toTime } from "../../store/values.ts";
import { DIGEST_VERSION, MOST_SESSIONS, type SessionDigest } from "../digest/types.ts";

interface DigestFilter {
  project: string;
  /** Skip these sessions: they already have it. */
  except?: readonly string[];
  /** Only sessions that started before this. */
  before?: number;
  limit: number;
}

interface FileHistoryFilter {
  /** Folders of one project. */
  projects: readonly string[];
  /** Relative to the project's root. A path that ends in `/` means every file below it, and `""` all files. */
  path: string;
  limit: number;
}

export function createDigests(db: Database) {
  const save = db.query<unknown, Named>(`
    insert into session_digests (session, version, last_at, body)
    select seq, $version, $lastAt, $body from sessions where id = $id
    on conflict (session) do update set version = excluded.version, last_at = excluded.last_at, body = excluded.body`);
  // From the project's sessions by time to their digests: finds the newest without reading the others.
  const newest = `from sessions s indexed by sessions_by_project
    join session_digests d on d.session = s.seq and d.version = ${DIGEST_VERSION}`;
  const list = db.query<{ body: string }, Named>(`
    select d.body ${newest} where s.project = $project and s.id not in (select value from json_each($except))
    order by s.last_event_at desc limit $limit`);
  const listSessions = db.query<{ id: string }, Named>(`
    select s.id ${newest} where s.project = $project order by s.last_event_at desc limit $limit`);
  // Only among the newest, so that importing an old session does not scan all later ones.
  const listBefore = db.query<{ body: string }, Named>(`
    select d.body from (
      select seq, last_event_at, started_at from sessions indexed by sessions_by_project
      where project = $project and id not in (select value from json_each($except))
      order by last_event_at desc limit ${MOST_SESSIONS}) s
    join session_digests d on d.session = s.seq and d.version = ${DIGEST_VERSION}
    where s.started_at < $before order by s.last_event_at desc limit $limit`);
  const missingOf = (sessions: string) =>
    db.query<{ id: string }, Named>(`
      select s.id from ${sessions} s
      left join session_digests d on d.session = s.seq and d.version = ${DIGEST_VERSION}
      where d.session is null and s.project <> '' and s.prompts + s.observations > 0
      order by s.last_event_at desc limit $limit`);
  const missing = missingOf("sessions");
  // Only the project's newest: recall uses no others, and the start of a session waits for this.
  const missingHere = missingOf(`(
    select seq, id, project, last_event_at, prompts, observations from sessions indexed by sessions_by_project
    where project = $project order by last_event_at desc limit ${MOST_SESSIONS})`);
  const deleted = db.query<{ n: number }, []>("select n from digests_deleted");
  return {
    digestsDeleted: (): number => deleted.get()?.n ?? 0,
    saveDigest(digest: SessionDigest): void {
      save.run({
        id: toText(digest.sessionId),
        version: digest.version,
        lastAt: toTime(digest.lastAt),
        body: toText(JSON.stringify(digest)),
      });
    },
    digests({ project, except = [], before, limit }: DigestFilter): SessionDigest[] {
      const asked = { project: toText(project), except: JSON.stringify(except), limit: toLimit(limit) };
      const rows =
        before === undefined ? list.all(asked) : listBefore.all({ ...asked, before: toTime(before) });
      return rows.map(({ body }) => JSON.parse(body) as SessionDigest);
    },
    digestsOf(sessionIds: readonly string[]): SessionDigest[] {
      return db
        .query<{ body: string }, Named>(
          `select d.body from sessions s join session_digests d on d.session = s.seq and d.version = ${DIGEST_VERSION}
           where s.id in (select value from json_each($ids))`,
        )
        .all({ ids: JSON.stringify(sessionIds.map(toText)) })
        .map(({ body }) => JSON.parse(body) as SessionDigest);
    },

    digestsNaming({ projects, path, limit }: FileHistoryFilter): SessionDigest[] {
      // The path as it is written in JSON: with its opening quote, and with the closing quote unless it is a folder.
      const quoted = JSON.stringify(toText(path));
      const named = path === "" ? '"path":"' : path.endsWith("/") ? quoted.slice(0, -1) : quoted;
      return db
        .query<{ body: string }, Named>(
          `select d.body from sessions s join session_digests d on d.session = s.seq and d.version = ${DIGEST_VERSION}
           where s.project in (select value from json_each($projects)) and instr(d.body, $named) > 0
           order by s.last_event_at desc, s.seq desc limit $limit`,
        )
        .all({ projects: JSON.stringify(projects.map(toText)), named, limit: toLimit(limit) })
        .map(({ body }) => JSON.parse(body) as SessionDigest);
    },
    digestedSessions: ({ project, limit }: Pick<DigestFilter, "project" | "limit">): string[] =>
      listSessions.all({ project: toText(project), limit: toLimit(limit) }).map(({ id }) => id),
    sessionsWithoutDigest: (limit: number, project?: string): string[] =>
      (project === undefined
        ? missing.all({ limit: toLimit(limit) })
        : missingHere.all({ limit: toLimit(limit), project: toText(project) })
      ).map(({ id }) => id),
  };
}
