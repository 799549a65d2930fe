/** The part of the port for sharing with a team: what changed, what goes out, what came in. Knows of no network. */
import type { Memory, MemoryDraft } from "../../memory/records/memory.ts";
import type { TeamKnowledge } from "../../team/records/knowledge.ts";
import type { SeenVersions } from "../../team/records/seen.ts";

export interface TeamFolder {
  /** A project's root on this machine. */
  folder: string;
  /** The project's name, the same on every machine. */
  project: string;
  /** Session summaries are shared too. */
  summaries: boolean;
  /** The client's memory files are shared too. */
  clientMemory: boolean;
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
  /** Of what the record says. */
  hash: string;
  /** `waiting`: for a second person's review. */
  state: "shared" | "waiting";
  /** JSON; absent where it was forgotten here. */
  body?: string;
}

export interface TeamLink extends TeamRecordName {
  folder: string;
  kind: "memory" | "solution" | "derived";
  key: string;
  /** Empty for the record itself; else another version of it that is shown beside it. */
  rev: string;
  /** The hash of what was last written or read here. */
  applied: string;
  /** The versions that it stands for. */
  seen: SeenVersions;
}

export interface OutboxItem extends TeamRecordName {
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

/** A version as the server has it. */
export type Pulled =
  | ({ state: "forgotten" } & TeamRecordName)
  | (Required<Omit<TeamHead, "state">> & { state: "shared" });

export interface TeamCounts {
  /** Records that came from others or went out. */
  records: number;
  /** Waiting to be sent. */
  pending: number;
  conflicts: number;
}

export interface TeamStore {
  teamFolders(): Promise<TeamFolder[]>;
  /** Marks everything in the folder as changed, so that it is looked at. */
  saveTeamFolder(folder: TeamFolder): Promise<void>;
  /** False if it was not shared. What is there stays. */
  dropTeamFolder(folder: string): Promise<boolean>;

  /** Oldest first, of shared folders. What was forgotten in one that is not shared now waits until it is. */
  teamChanges(limit: number): Promise<TeamChange[]>;
  markTeamChange(change: Omit<TeamChange, "n">): Promise<void>;
  /** Nothing happens if it has changed again since. */
  settleTeamChange(n: number): Promise<void>;

  teamHeads(name: TeamRecordName): Promise<TeamHead[]>;
  /** All of a project, or of all; newest first. */
  listTeamHeads(filter: { project?: string; author?: string; limit: number }): Promise<TeamHead[]>;
  teamLink(folder: string, kind: TeamLink["kind"], key: string): Promise<TeamLink | undefined>;
  teamLinks(filter: TeamRecordName | { folder: string; kind: TeamLink["kind"] }): Promise<TeamLink[]>;
  saveTeamLink(link: TeamLink): Promise<void>;
  dropTeamLink(link: Pick<TeamLink, "folder" | "kind" | "key">): Promise<void>;
  isTeamMarked(name: TeamRecordName, mark: "gone" | "hidden" | "pending"): Promise<boolean>;
  markTeam(name: TeamRecordName, mark: "gone" | "hidden" | "pending", isOn: boolean): Promise<void>;
  /** Records whose versions changed and that are not written to the folders yet. */
  pendingTeamRecords(limit: number): Promise<TeamRecordName[]>;

  /** One transaction: the version, its link, and its place in the outbox. Versions that it has seen go. */
  commitTeamVersion(head: TeamHead & { body: string }, link: TeamLink): Promise<void>;
  /** One transaction: the record goes from here, and its forgetting into the outbox. */
  forgetTeamRecord(name: TeamRecordName, at: number): Promise<void>;
  /** One transaction: it leaves the team and stays here, private from now on. */
  takeBackTeamRecord(name: TeamRecordName, at: number): Promise<void>;
  /** One transaction: versions as the server has them, and how far it was read. Answers which records changed. */
  applyPulled(project: string, rows: readonly Pulled[], seq: number): Promise<number>;

  /** Oldest first. */
  teamOutbox(filter: { project?: string; limit: number }): Promise<OutboxItem[]>;
  settleOutbox(n: number): Promise<void>;
  setTeamHeadState(head: TeamRecordName & { rev: string }, state: TeamHead["state"]): Promise<void>;
  dropTeamHead(head: TeamRecordName & { rev: string }): Promise<void>;
  /** How far a project was read; 0 at first. */
  teamCursor(project: string): Promise<number>;
  saveTeamCursor(project: string, seq: number): Promise<void>;
  teamCounts(): Promise<TeamCounts>;
  /** How many records each member shared; this one's name is empty. */
  teamAuthors(): Promise<{ author: string; records: number }[]>;
  /** Records with versions that say different things. */
  teamConflicts(limit: number): Promise<TeamRecordName[]>;

  /** Writes a shared memory where its version is still this one (undefined: where there is none); else undefined. */
  writeTeamMemory(draft: MemoryDraft, version: number | undefined): Promise<Memory | undefined>;
  /** Records that are new here, all at once, each with its link, no longer pending. False: its name is taken, left alone. */
  writeNewTeamMemories(all: readonly { draft: MemoryDraft; link: TeamLink }[]): Promise<boolean[]>;
  /** Another version of a record that was shown beside it. Not for good: its bytes stay until something is forgotten. */
  dropTeamMemory(name: { uri: string; project: string }): Promise<void>;
  /** Deletes for good what the team forgot, with its links; and whatever bytes are left of earlier deletions. */
  forgetTeamCopies(copies: {
    memories: { uri: string; project: string }[];
    solutions: string[];
  }): Promise<void>;
  /** What others learned in this folder's project; undefined if it is not shared. */
  teamKnowledge(folder: string): Promise<TeamKnowledge | undefined>;
  /** Newest first. `untold`: only those whose state has not been sent to the server. */
  teamHandoffs(filter: { untold?: boolean; limit: number }): Promise<TeamHandoff[]>;
  /** False if it exists already. An outgoing one still has to be sent. */
  addTeamHandoff(handoff: TeamHandoff): Promise<boolean>;
  /** Its content goes with the first change. Nothing happens if its state is another one by now. */
  changeTeamHandoff(
    name: TeamRecordName,
    from: TeamHandoff["state"],
    to: { state: TeamHandoff["state"]; untold: boolean; taken?: TeamHandoff["taken"] },
  ): Promise<boolean>;
  dropTeamHandoff(name: TeamRecordName): Promise<void>;
  /** One transaction: those that wait for this folder's project, oldest first, are taken. */
  takeTeamHandoffs(folder: string, at: number): Promise<TeamHandoff[]>;

  /** Whether a record of a shared folder is kept back. */
  isTeamPrivate(folder: string, kind: TeamLink["kind"], key: string): Promise<boolean>;
  setTeamPrivate(folder: string, kind: TeamLink["kind"], key: string, isOn: boolean): Promise<void>;

  /** The team is left: everything about sharing goes; the records stay. */
  leaveTeam(): Promise<void>;
}
