/** What is asked of the team's database, one call each. SQL of the network stays in this folder. */
import { PawlError } from "../../platform/errors.ts";
import type { SeenVersions } from "../records/seen.ts";
import type { ServerConnection } from "./connection.ts";
import { createHandoffServer } from "./handoff-server.ts";
import { SCHEMA_VERSION } from "./team-functions.ts";

export type Rank = "reader" | "writer" | "maintainer";

export interface Hello {
  version: number;
  minClient: number;
  team: string;
  encrypted: boolean;
  review: boolean;
  keyVersion: number;
  /** The server's clock. */
  now: number;
  member: { id: number; name: string; rank: Rank; joined: boolean };
  projects: { id: number; key: string; seq: number; rank: Rank }[];
  /** Changes with the handoffs from and for this member. Absent before version 2. */
  handoffs?: string;
}

export interface Member {
  id: number;
  name: string;
  rank: Rank;
  joinedAt?: number;
  invitedUntil?: number;
  isRemoved: boolean;
  publicKey?: Uint8Array;
  keyProof?: Uint8Array;
  projects: number[];
}

export interface PushItem {
  op: "put" | "forget";
  id: string;
  rev?: string;
  seen?: SeenVersions;
  at?: number;
  keyVersion?: number;
  /** Base64. */
  body?: string;
}

export type PushAnswer = "stored" | "waiting" | "known" | "forgotten" | "refused";

export interface RecordRow {
  project: number;
  id: string;
  rev: string;
  seq: number;
  author: number;
  at: number;
  seen: SeenVersions;
  state: "waiting" | "shared" | "forgotten";
  keyVersion: number;
  body: Uint8Array | null;
}

interface Activity {
  at: number;
  member: string;
  action: string;
  project?: string;
  record?: string;
  detail?: string;
}

/** From this schema version on, the server sends only what a round needs. */
export const BRIEF_VERSION = 2;

const COLUMNS = `r.project, r.id, r.rev, r.seq::float8 as seq, r.author, extract(epoch from r.at)::float8 * 1000 as at,
  r.seen, r.state, r.key_version as "keyVersion", r.body`;

export function createTeamServer(connection: ServerConnection) {
  const { query } = connection;
  const millis = (at: Date | null) => (at === null ? {} : at.getTime());

  return {
    ...createHandoffServer(connection),

    /** `wanted`: about these projects only, which a server knows since version 2. */
    async hello(wanted?: readonly string[]): Promise<Hello> {
      const [row] = await (wanted === undefined
        ? query<{ hello: Hello }>("select pawl.hello() as hello")
        : query<{ hello: Hello }>(
            "select pawl.hello_about(array(select jsonb_array_elements_text($1::text::jsonb))) as hello",
            [JSON.stringify(wanted)],
          ));
      if (row === undefined) throw new Error("the server said nothing");
      return checkVersion(row.hello);
    },

    async shareProject(key: string): Promise<number> {
      const [row] = await query<{ id: number }>("select pawl.share_project($1) as id", [key]);
      return row?.id ?? 0;
    },

    async push(project: number, items: readonly PushItem[]): Promise<PushAnswer[]> {
      const [row] = await query<{ pushed: { answers: PushAnswer[] } }>(
        "select pawl.push($1, $2::text::jsonb) as pushed",
        [project, JSON.stringify(items)],
      );
      return row?.pushed.answers ?? [];
    },

    /** In the order of their numbers; `most` of each project. Records that wait for review are left out. */
    async pull(cursors: readonly { project: number; after: number }[], most: number): Promise<RecordRow[]> {
      const list = (values: readonly number[]) => `{${values.join(",")}}`;
      return query<RecordRow>(
        `select ${COLUMNS} from unnest($1::text::integer[], $2::text::bigint[]) as c (project, after)
         cross join lateral (
           select * from pawl.record r where r.project = c.project and r.seq > c.after and r.state <> 'waiting'
           order by r.seq limit $3) r
         order by r.project, r.seq`,
        [list(cursors.map(({ project }) => project)), list(cursors.map(({ after }) => after)), most],
      );
    },

    waiting: (): Promise<RecordRow[]> =>
      query<RecordRow>(
        `select ${COLUMNS} from pawl.record r where r.state = 'waiting' order by r.project, r.seq limit 500`,
      ),

    async judge(record: { project: number; id: string; rev: string }, isAccepted: boolean): Promise<boolean> {
      const [row] = await query<{ done: boolean }>("select pawl.judge($1, $2, $3, $4) as done", [
        record.project,
        record.id,
        record.rev,
        isAccepted,
      ]);
      return row?.done === true;
    },

    async setReview(isOn: boolean): Promise<void> {
      await query("select pawl.set_review($1)", [isOn]);
    },

    async members(): Promise<Member[]> {
      const rows = await query<{
        id: number;
        name: string;
        rank: Rank;
        joined_at: Date | null;
        invited_until: Date | null;
        removed: boolean;
        public_key: Uint8Array | null;
        key_proof: Uint8Array | null;
        projects: number[];
      }>("select * from pawl.members()");
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        rank: row.rank,
        isRemoved: row.removed,
        projects: [...row.projects],
        ...(row.joined_at === null ? {} : { joinedAt: Number(millis(row.joined_at)) }),
        ...(row.invited_until === null ? {} : { invitedUntil: Number(millis(row.invited_until)) }),
        ...(row.public_key === null ? {} : { publicKey: row.public_key }),
        ...(row.key_proof === null ? {} : { keyProof: row.key_proof }),
      }));
    },

    /** Names of all members, including former ones. From schema version 2; before that, use `members`. */
    names: (): Promise<{ id: number; name: string }[]> =>
      query<{ id: number; name: string }>("select id, name from pawl.member_names()"),

    async setMembership(project: number, name: string, rank: Rank | undefined): Promise<void> {
      await query("select pawl.set_membership($1, $2, $3)", [project, name, rank ?? null]);
    },

    sealedKeys: (): Promise<{ version: number; sealed: Uint8Array }[]> =>
      query<{ version: number; sealed: Uint8Array }>("select version, sealed from pawl.sealed_keys()"),

    async activity(most: number): Promise<Activity[]> {
      const rows = await query<
        Record<"member" | "action", string> &
          Record<"project" | "record" | "detail", string | null> & { at: Date }
      >("select * from pawl.activity($1)", [most]);
      return rows.map(({ at, member, action, project, record, detail }) => ({
        at: at.getTime(),
        member,
        action,
        ...(project === null ? {} : { project }),
        ...(record === null ? {} : { record }),
        ...(detail === null ? {} : { detail }),
      }));
    },

    close: connection.close,
  };
}

export type TeamServer = ReturnType<typeof createTeamServer>;

/** An older client works with a newer schema as long as that says so. */
function checkVersion(hello: Hello): Hello {
  if (hello.minClient > SCHEMA_VERSION) {
    throw new PawlError(
      "team_newer",
      `The team's database has version ${hello.version}; this Pawl knows version ${SCHEMA_VERSION}.`,
      {
        hint: "Update Pawl. Until then everything stays in the outbox.",
        params: { version: hello.version, known: SCHEMA_VERSION },
      },
    );
  }
  return hello;
}
