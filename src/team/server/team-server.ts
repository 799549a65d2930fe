/** Queries of the team's database, one function each. All SQL for the network is in this folder. */
import { PawlError } from "../../platform/errors.ts";
import type { SeenVersions } from "../records/seen.ts";
import type { ServerConnection } from "./connection.ts";
import { TEAM_SCHEMA } from "./team-functions.ts";

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
  /** Changes whenever a handoff from or for this member changes. */
  handoffs: string;
  /** A member left: this maintainer's machine has to clean up. */
  hasLeft: boolean;
  /** Projects that members requested from this maintainer. */
  wishes: number;
  /** Records that this member can review. */
  waiting: number;
  projects: {
    id: number;
    key: string;
    seq: number;
    rank: Rank;
    /** Names the state at `seq`. */
    mark: string;
    /** True if the state that this machine named ever existed on this server. */
    isKnown: boolean;
    /** Changes whenever the project's readers change. */
    readers: string;
  }[];
}

/** A project, and the latest state of it that this machine has seen. */
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
  /** Base64. */
  publicKey?: string;
  keyProof?: string;
  /** Projects in common with the calling member. */
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

export type PushAnswer = "stored" | "waiting" | "known" | "covered" | "forgotten" | "refused";

/** `seq` and `mark`: the project's state after it. */
interface Pushed {
  answers: PushAnswer[];
  seq: number;
  mark: string;
}

export interface RecordRow {
  project: number;
  id: string;
  rev: string;
  seq: number;
  author: number;
  at: number;
  seen: SeenVersions;
  keyVersion: number;
  /** Text, or base64 in an encrypted team. Null: forgotten, or this version was withdrawn. */
  body: string | null;
}

export interface HandoffRow {
  project: number;
  id: string;
  author: number;
  /** Null: every member of the project. */
  receiver: number | null;
  at: number;
  keyVersion: number;
  /** Null if withdrawn, or if the receiver has taken it. */
  body: Uint8Array | null;
  /** Taken by this member; for one's own handoffs, by all members. */
  taken: { member: number; at: number }[];
}
type HandoffName = Pick<HandoffRow, "project" | "id">;

interface Activity {
  at: number;
  member: string;
  action: string;
  project?: string;
  record?: string;
  detail?: string;
}

/** The rights of an invited member. */
interface Invitee {
  role: string;
  name: string;
  rank: Rank;
  /** Undefined: every project, including future ones. */
  projects?: readonly number[] | undefined;
  /** The team's keys; null in a plain team. */
  sealed: string | null;
  days: number;
  isOwn: boolean;
}

/** A new team key for the remaining members; undefined in a plain team. */
type NewKey = { version: number; sealed: readonly { member: number; sealed: string }[] } | undefined;

const MOST_HANDOFFS = 500;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

export function createTeamServer({ query }: ServerConnection, isEncrypted = false) {
  const columns = `r.project, r.id, r.rev, r.seq::float8 as seq, r.author, pawl.millis(r.at) as at, r.seen,
    r.key_version as "keyVersion", ${isEncrypted ? "encode(r.body, 'base64')" : "convert_from(r.body, 'utf8')"} as body`;
  const call = caller(query);

  return {
    /** `wanted`: about these projects only. */
    hello: async (wanted?: readonly SeenProject[]): Promise<Hello> =>
      checkVersion(await call<Hello>("hello", wanted ?? null)),
    push: (project: number, items: readonly PushItem[]) => call<Pushed>("push", project, items),

    /** Records of one project, ordered by number. Records that wait for review are omitted. */
    pull: (project: number, after: number, most: number): Promise<RecordRow[]> =>
      query<RecordRow>(
        `select ${columns} from pawl.record r
         where r.project = $1 and r.seq > $2 and r.state <> 'waiting' order by r.seq limit $3`,
        [project, after, most],
      ),
    waiting: (): Promise<RecordRow[]> =>
      query<RecordRow>(
        `select ${columns} from pawl.record r where r.state = 'waiting' order by r.project, r.seq limit 500`,
      ),
    judge: ({ project, id, rev }: Pick<RecordRow, "project" | "id" | "rev">, isAccepted: boolean) =>
      call<boolean>("judge", project, id, rev, isAccepted),
    setReview: (whose: "on" | "off" | "new") => call<void>("set_review", whose),
    activity: (most: number) => call<Activity[]>("activity", most),

    members: () => call<Member[]>("members"),
    /** Names of all members, including former ones. */
    names: () => call<{ id: number; name: string }[]>("member_names"),
    sealedKeys: () => call<{ version: number; sealed: string | null }[]>("sealed_keys"),
    /** Returns the role of an earlier invitation that this one replaces. */
    invite: ({ role, name, rank, projects, sealed, days, isOwn }: Invitee) =>
      call<string | null>(
        "invite",
        ...[role, name, rank, projects === undefined, projects ?? null, sealed, days, isOwn],
      ),
    /** Returns the role. */
    remove: (name: string, key?: NewKey, withRecords = false) =>
      call<string>("remove_member", name, key?.version ?? null, key?.sealed ?? [], withRecords),
    /** Returns the roles of former members. */
    tidy: (key: NewKey) => call<string[]>("tidy", key?.version ?? null, key?.sealed ?? []),

    /** Null: a maintainer has to open it to this member. `label`: its name, in the format of contents. */
    shareProject: (key: string, label: Uint8Array) =>
      call<number | null>("share_project", key, base64(label)),
    wishes: () => call<{ member: string; key: string; label: string }[]>("wishes"),
    answerWish: ({ member, key }: { member: string; key: string }, isAccepted: boolean) =>
      call<boolean>("answer_wish", member, key, isAccepted),
    setMembership: (project: number, name: string, rank: Rank | undefined) =>
      call<void>("set_membership", project, name, rank ?? null),

    handOver: ({ project, id, receiver, at, keyVersion, body }: Omit<HandoffRow, "author" | "taken">) =>
      call<"stored" | "known" | "refused">(
        "hand_over",
        ...[project, id, receiver, at, keyVersion, base64(body ?? new Uint8Array())],
      ),
    takeHandoff: ({ project, id }: HandoffName, at: number) => call<boolean>("take_handoff", project, id, at),
    withdrawHandoff: ({ project, id }: HandoffName) => call<boolean>("withdraw_handoff", project, id),
    /** Handoffs from and for this member, newest first. */
    handoffs: (member: number): Promise<HandoffRow[]> =>
      query<HandoffRow>(
        `select h.project, h.id, h.author, h.receiver, pawl.millis(h.at) as at, h.key_version as "keyVersion", h.body,
           coalesce((select jsonb_agg(jsonb_build_object('member', t.member, 'at', pawl.millis(t.at)) order by t.at)
             from pawl.handoff_taken t where t.project = h.project and t.id = h.id), '[]'::jsonb) as taken
         from pawl.handoff h where h.receiver is null or $1 in (h.receiver, h.author)
         order by h.at desc limit ${MOST_HANDOFFS}`,
        [member],
      ),
  };
}

export type TeamServer = ReturnType<typeof createTeamServer>;

type Scalar = string | number | boolean | null;

/** Calls a function of the schema. Lists and objects are passed as JSON. */
function caller(query: ServerConnection["query"]) {
  return async <T>(name: string, ...values: readonly (Scalar | object)[]): Promise<T> => {
    const isJson = (value: Scalar | object) => typeof value === "object" && value !== null;
    const places = values.map((value, at) => (isJson(value) ? `$${at + 1}::text::jsonb` : `$${at + 1}`));
    const bound = values.map((value) => (isJson(value) ? JSON.stringify(value) : (value as Scalar)));
    const [row] = await query<{ answer: T }>(`select pawl.${name}(${places.join(", ")}) as answer`, bound);
    if (row === undefined) throw new Error("the server said nothing");
    return row.answer;
  };
}

/** An older client may use a newer schema if the schema allows it. */
function checkVersion(hello: Hello): Hello {
  const { version, minClient } = hello;
  const params = { version, known: TEAM_SCHEMA };
  if (version < TEAM_SCHEMA) {
    const message = `The team's database has version ${version}; this Pawl needs ${TEAM_SCHEMA}.`;
    const hint = "Its owner creates the team again in another database, with pawl team create.";
    throw new PawlError("team_older", message, { hint, params });
  }
  if (minClient > TEAM_SCHEMA) {
    const message = `The team's database has version ${version}; this Pawl knows version ${TEAM_SCHEMA}.`;
    const hint = "Update Pawl. Until then everything stays in the outbox.";
    throw new PawlError("team_newer", message, { hint, params });
  }
  return hello;
}
