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
  /** Changes with the handoffs from and for this member. */
  handoffs: string;
  /** A member left by themselves: this maintainer's machine has to tidy up. */
  hasLeft: boolean;
  /** Projects that members asked this maintainer for. */
  wishes: number;
  /** Records that this member can review. */
  waiting: number;
  projects: HelloProject[];
}

interface HelloProject {
  id: number;
  key: string;
  seq: number;
  rank: Rank;
  /** Names the state that `seq` stands for. */
  mark: string;
  /** Whether the state that this machine named was ever on this server. */
  isKnown: boolean;
  /** Changes with the members who read it. */
  readers: string;
}

/** A project, and the state of it that this machine has seen. */
export interface SeenProject {
  key: string;
  seq?: number;
  mark?: string;
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

export interface Pushed {
  answers: PushAnswer[];
  /** The project's state after it. */
  seq: number;
  mark: string;
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
  keyVersion: number;
  /** Text, or base64 in an encrypted team. Null: forgotten, or the version of this name was withdrawn. */
  body: string | null;
}

interface Activity {
  at: number;
  member: string;
  action: string;
  project?: string;
  record?: string;
  detail?: string;
}

const columns = (isEncrypted: boolean): string => `r.project, r.id, r.rev, r.seq::float8 as seq, r.author,
  round(extract(epoch from r.at) * 1000)::float8 as at, r.seen, r.key_version as "keyVersion",
  ${isEncrypted ? "encode(r.body, 'base64')" : "convert_from(r.body, 'utf8')"} as body`;

export function createTeamServer(connection: ServerConnection, isEncrypted = false) {
  const { query } = connection;
  const millis = (at: Date | null) => (at === null ? {} : at.getTime());

  return {
    ...createHandoffServer(connection),
    ...createProjectServer(connection),

    /** `wanted`: about these projects only. */
    async hello(wanted?: readonly SeenProject[]): Promise<Hello> {
      const json = wanted === undefined ? null : JSON.stringify(wanted);
      const [row] = await query<{ hello: Hello }>("select pawl.hello($1::text::jsonb) as hello", [json]);
      if (row === undefined) throw new Error("the server said nothing");
      return checkVersion(row.hello);
    },

    async push(project: number, items: readonly PushItem[]): Promise<Pushed> {
      const [row] = await query<{ pushed: Pushed }>("select pawl.push($1, $2::text::jsonb) as pushed", [
        project,
        JSON.stringify(items),
      ]);
      if (row === undefined) throw new Error("the server said nothing");
      return row.pushed;
    },

    /** In the order of their numbers; `most` of each project. Records that wait for review are left out. */
    async pull(cursors: readonly { project: number; after: number }[], most: number): Promise<RecordRow[]> {
      const list = (values: readonly number[]) => `{${values.join(",")}}`;
      return query<RecordRow>(
        `select ${columns(isEncrypted)} from unnest($1::text::integer[], $2::text::bigint[]) as c (project, after)
         cross join lateral (
           select * from pawl.record r where r.project = c.project and r.seq > c.after and r.state <> 'waiting'
           order by r.seq limit $3) r
         order by r.project, r.seq`,
        [list(cursors.map(({ project }) => project)), list(cursors.map(({ after }) => after)), most],
      );
    },

    waiting: (): Promise<RecordRow[]> =>
      query<RecordRow>(
        `select ${columns(isEncrypted)} from pawl.record r where r.state = 'waiting' order by r.project, r.seq limit 500`,
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

    async setReview(whose: "on" | "off" | "new"): Promise<void> {
      await query("select pawl.set_review($1)", [whose]);
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

    /** Names of all members, including former ones. */
    names: (): Promise<{ id: number; name: string }[]> =>
      query<{ id: number; name: string }>("select id, name from pawl.member_names()"),

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

/** Which projects there are, and who reads them. */
function createProjectServer({ query }: Pick<ServerConnection, "query">) {
  return {
    /** Undefined: a maintainer has to open it to this member. `label`: its name, as contents are written. */
    async shareProject(key: string, label: Uint8Array): Promise<number | undefined> {
      const [row] = await query<{ id: number | null }>(
        "select pawl.share_project($1, decode($2, 'base64')) as id",
        [key, Buffer.from(label).toString("base64")],
      );
      return row?.id ?? undefined;
    },

    wishes: () =>
      query<{ member: string; key: string; label: string; at: Date }>(
        "select member, key, encode(label, 'base64') as label, at from pawl.wishes()",
      ),

    async answerWish(
      { member, key }: { member: string; key: string },
      isAccepted: boolean,
    ): Promise<boolean> {
      const [row] = await query<{ done: boolean }>("select pawl.answer_wish($1, $2, $3) as done", [
        member,
        key,
        isAccepted,
      ]);
      return row?.done === true;
    },

    async setMembership(project: number, name: string, rank: Rank | undefined): Promise<void> {
      await query("select pawl.set_membership($1, $2, $3)", [project, name, rank ?? null]);
    },
  };
}

export type TeamServer = ReturnType<typeof createTeamServer>;

/** An older client works with a newer schema as long as that says so. */
function checkVersion(hello: Hello): Hello {
  if (hello.version < SCHEMA_VERSION) {
    throw new PawlError(
      "team_older",
      `The team's database has version ${hello.version}; this Pawl needs ${SCHEMA_VERSION}.`,
      {
        hint: "Its owner creates the team again in another database, with pawl team create.",
        params: { version: hello.version, known: SCHEMA_VERSION },
      },
    );
  }
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
