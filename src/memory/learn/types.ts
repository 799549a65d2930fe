/** What is learned from sessions, as plain values: who stores them decides how. Times are milliseconds. */

import type { Observation, Prompt, Response } from "../records/records.ts";
import type { CommandKind } from "./command-text.ts";

/** One session's records. Any order; learning sorts them. */
export interface SessionMaterial {
  sessionId: string;
  /** Root of the project: files inside it are named from there. */
  project: string;
  prompts: readonly Prompt[];
  observations: readonly Observation[];
  responses?: readonly Response[];
}

/** Where something was learned. Whoever stores it adds the file's hash at that time. */
export interface Provenance {
  sessionId: string;
  /** Key of the record that shows it. */
  key: string;
  at: number;
  file?: string;
  fileHash?: string;
}

/** One thing that an output complains about. */
export interface ErrorLine {
  /** The same for the same complaint, wherever and whenever it comes up. */
  fingerprint: string;
  /** As it stood there, on one line. */
  text: string;
  /** The file it names, from the project's root where it lies inside. */
  file?: string;
  /** The line of source that is shown under it. */
  code?: string;
}

export interface Failure {
  tool: string;
  /** Of a shell command. */
  kind?: CommandKind;
  /** The command without what only shortens its output; of other tools the file or nothing. */
  subject: string;
  exitCode?: number;
  /** The most telling first; never empty. */
  lines: ErrorLine[];
}

export interface EditStep {
  kind: "edit";
  file: string;
  /** `old → new`, the lines that differ. */
  what: string;
  does: EditKind;
}

/** What an edit did about a complaint; the `name` is what the complaint names. */
export type EditKind = "suppress" | "drop-name" | "add-name" | "replace-name" | "other";

export interface RunStep {
  kind: "run";
  command: string;
}

/** The failed command was wrong in itself, and this one was right. */
export interface InsteadStep {
  kind: "instead";
  command: string;
}

/** What somebody wrote down by hand. */
export interface NoteStep {
  kind: "note";
  text: string;
}

export type Step = EditStep | RunStep | InsteadStep | NoteStep;

/** How one failure went away, once. */
export interface SolutionSeen {
  fingerprint: string;
  tool: string;
  kind?: CommandKind;
  subject: string;
  error: string;
  steps: Step[];
  provenance: Provenance;
}

/** A solution with its record. `worked` counts the time it was first seen. */
export interface Solution extends SolutionSeen {
  id: string;
  worked: number;
  failed: number;
  lastAt: number;
}

export interface FileChange {
  what: string;
  /** The prompt in force. */
  why?: string;
  at: number;
  provenance: Provenance;
}

export interface FileFailure {
  error: string;
  fingerprint: string;
  /** Whether the complaint was gone by the end of the session. */
  solved: boolean;
  at: number;
  provenance: Provenance;
}

export interface FileKnowledge {
  path: string;
  changes: FileChange[];
  failures: FileFailure[];
}

export interface CommandFact {
  kind: CommandKind;
  /** As it is typed from the project's root. */
  command: string;
  worked: number;
  failed: number;
  lastAt: number;
  provenance: Provenance;
}

export interface PermissionFact {
  /** Tool, and of Bash the program: `Bash(git push)`. */
  call: string;
  allowed: number;
  denied: number;
  lastDeniedAt?: number;
  /** What the user said when refusing, where anything. */
  reason?: string;
  provenance: Provenance[];
}

export interface StructureChange {
  kind: "new-folder" | "new-kind-of-file" | "manifest";
  path: string;
  at: number;
  provenance: Provenance;
}

export interface PatternHint {
  /** What recurs, as one line. */
  pattern: string;
  files: string[];
  times: number;
  provenance: Provenance;
}

/** One prompt and what came of it: what a later prompt may be told of. */
export interface PastTurn {
  sessionId: string;
  /** Key of the prompt. */
  key: string;
  at: number;
  asked: string;
  /** Files changed, from the project's root; most changed first. */
  changed: string[];
  /** What the assistant said last. */
  answered: string;
  /** The telling words of each, spaced, as often as they stand there: taken once, compared at every prompt. */
  words: { asked: string; answered: string; changed: string };
}
