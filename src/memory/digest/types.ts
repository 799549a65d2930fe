/**
 * A session, reduced to what recall needs. It is built from the session's records alone, so hooks, catch-up and import give
 * the same digest. It is rebuilt when records change. Recall is a pure function over a project's digests.
 */

/** Raised when the builder changes. Digests of other versions are rebuilt. */
export const DIGEST_VERSION = 5;

/** For each project, only the newest sessions count. Older ones cost time and contribute little. */
export const MOST_SESSIONS = 400;

export interface SessionDigest {
  version: number;
  sessionId: string;
  /** The member of the team that ran the session, if not this user. */
  author?: string;
  /** The first and the last record. */
  startedAt: number;
  lastAt: number;
  /** At its start. */
  branch?: string;
  /** Turns of the main conversation, in order. */
  turns: DigestTurn[];
  /** Edited in the project, most edits first. */
  files: DigestFile[];
  /** Read in the project but not edited, most frequent first; a few. */
  read?: string[];
  /** Distinct simple commands worth keeping. */
  commands: DigestCommand[];
  failures: DigestFailure[];
  /** The model's notes with a reason. */
  notes?: DigestNote[];
}

export interface DigestNote {
  at: number;
  /** A commit message; or, from the client's summary of a conversation, an error with its fix, or a pending task. */
  from: "commit" | "summary" | "pending";
  text: string;
  /** Those that it is about. */
  files: string[];
}

export interface DigestTurn {
  at: number;
  /** The person's prompt, without the client's additions; at most 600 characters. */
  prompt: string;
  /** The beginning and the last paragraph of the last answer; at most 400 characters. */
  answer: string;
  /** Paths from the project's root. */
  edited: string[];
}

export interface DigestFile {
  /** From the project's root. */
  path: string;
  edits: number;
  /** Indexes of the turns that edited it. */
  turns: number[];
}

export interface DigestCommand {
  command: string;
  kind?: "test" | "lint" | "build";
  /** Runs that succeeded, by exit code and the runner's closing line. */
  good: number;
  /** Runs that failed because the call itself was wrong. */
  usageFailed: number;
  lastAt: number;
}

export interface DigestFailure {
  /** Identifies the failure: the command's first two words (or the tool) and the normalized cause. */
  key: string;
  tool: string;
  /** The simple command that failed. */
  command?: string;
  /** One line to show. */
  error: string;
  /** All its error lines, normalized. A failure of another command with one of them is the same problem. */
  lines?: string[];
  /** The names in the error: files, packages, commands, flags, variables, scripts, skills, agents. */
  names: string[];
  /** The call itself was wrong: an unknown command, subcommand, flag, script, path, skill or agent. */
  isUsage: boolean;
  at: number;
  /** Key of the record. */
  observation: string;
  /** The earlier session in which it occurred; this one only fixed it. */
  openedIn?: string;
  /** Only fixes with evidence. */
  cure?: Cure;
}

export type Cure =
  /** The corrected call, with the removed and the added words. */
  | { kind: "command"; instead: string; removed: string[]; added: string[] }
  /** Run between the failure and the success. `isSole`: it was the only step, so one case is enough evidence. */
  | { kind: "run"; command: string; isSole?: true }
  /** A variable, an activated environment, another version. `isSole`: it was the only difference. */
  | { kind: "environment"; text: string; isSole?: true }
  /** The same command in another folder. */
  | { kind: "folder"; folder: string; command: string; isSole?: true }
  /** A file that was written or changed, with a short description of the change. */
  | { kind: "file"; path: string; text: string };
