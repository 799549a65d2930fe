/** This machine's sharing state for a team: local changes, outgoing and received records. It knows nothing of the network. */
import type { SeenVersions } from "../records/seen.ts";

export interface TeamFolder {
  /** A project's root on this machine. */
  folder: string;
  /** The project's name, the same on every machine. */
  project: string;
}

export interface TeamChange {
  /** For `settleTeamChange`. */
  n: number;
  kind: "memory" | "solution" | "digests" | "gone-memory" | "gone-solution";
  folder: string;
  /** A URI, the number of a solution, or empty. */
  key: string;
}

export interface TeamRecordName {
  project: string;
  id: string;
}

export interface TeamHead extends TeamRecordName {
  rev: string;
  kind: string;
  /** Empty: this member. */
  author: string;
  at: number;
  seen: SeenVersions;
  /** The hash of the record's content. */
  hash: string;
  /** `waiting`: for a second person's review. */
  state: "shared" | "waiting";
  /** JSON; absent if it was forgotten here. */
  body?: string;
}

export interface TeamLink extends TeamRecordName {
  folder: string;
  kind: "memory" | "solution" | "derived";
  key: string;
  /** Empty for the record itself; else another version, shown beside it. */
  rev: string;
  /** The hash of the text last written or read here. */
  applied: string;
  /** The versions that it replaces. */
  seen: SeenVersions;
}

/** A version that waits to be sent, as far as it is still there, or a record to forget. */
export interface OutboxItem extends TeamRecordName, Partial<Pick<TeamHead, "author" | "seen" | "body">> {
  n: number;
  rev: string;
  op: "put" | "forget";
  at: number;
}

/** A handoff from or to this member. */
export interface TeamHandoff extends TeamRecordName {
  way: "out" | "in";
  /** The other member; empty: every member of the project. */
  name: string;
  /** The session of this machine that it describes; empty for handoffs of others. */
  session: string;
  at: number;
  /** Out: leaving, sent, refused, withdrawn. In: waiting, taken, dropped (forgotten here). */
  state: "leaving" | "sent" | "refused" | "withdrawn" | "waiting" | "taken" | "dropped";
  taken: { name: string; at: number }[];
  /** JSON, until it is sent or taken. */
  body?: string;
}

/** A version from the server. */
export type Pulled =
  | ({ state: "forgotten"; rev: string } & TeamRecordName)
  | (Required<Omit<TeamHead, "state">> & { state: "shared" });

export interface TeamCounts {
  /** The number of records received or sent. */
  records: number;
  /** Waiting to be sent. */
  pending: number;
  conflicts: number;
}
