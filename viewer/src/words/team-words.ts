/** The sentences of the team's view, and of sharing where records are shown. */

type HandoffState = "leaving" | "sent" | "refused" | "withdrawn" | "waiting" | "taken" | "dropped";
type SharingState = "off" | "never" | "private" | "leaving" | "waiting" | "shared" | "theirs";

export interface TeamWords {
  noTeam: string;
  commands: readonly (readonly [command: string, meaning: string])[];
  youAre(name: string, server: string): string;
  encrypted: string;
  sync: string;
  lastSync: string;
  lastPush: string;
  lastPull: string;
  never: string;
  pending: string;
  records: string;
  syncNow: string;
  asked: string;
  failed: string;
  nothingLost: string;
  /** By the error's code; others are shown as the daemon says them. */
  errors: Readonly<Record<string, string>>;
  projects: string;
  noProjects: string;
  members: string;
  you: string;
  roles: Record<"reader" | "writer" | "maintainer", string>;
  joined: string;
  invited: string;
  inCommon(n: string): string;
  byAuthor: string;
  author: string;
  everybody: string;
  noRecords: string;
  kinds: Readonly<Record<string, string>>;
  review: string;
  reviewOff: string;
  nothingWaits: string;
  ownWaits: string;
  accept: string;
  refuse: string;
  accepted: string;
  refused: string;
  tooLate: string;
  conflicts: string;
  noConflicts: string;
  conflictHint: string;
  keep: string;
  kept: string;
  handoffs: string;
  noHandoffs: string;
  toAll: string;
  to(name: string): string;
  from(name: string): string;
  states: Record<HandoffState, string>;
  takenBy(name: string): string;
  withdraw: string;
  withdrawn: string;
  sharing: Record<SharingState, string>;
  theirs(name: string): string;
  takeBack: string;
  share: string;
  tookBack: string;
  sharedAgain: string;
}
