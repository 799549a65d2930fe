/** The part of the port for what Pawl has learned. Every write is idempotent by its key. */
import type {
  CommandKind,
  CommandRun,
  FileFact,
  Occurrence,
  PermissionDecision,
  ProjectCommand,
  Solution,
  SolutionDraft,
} from "../memory/records/knowledge.ts";

export interface SolutionFilter {
  /** The project's own, and those that apply everywhere. */
  project?: string;
  kind?: string;
  toolName?: string;
  limit: number;
}

/** At least one of `files`, `dir`, `ext` is required; several are combined with OR. */
export interface FileFactFilter {
  project: string;
  files?: readonly string[];
  /** Directly in this folder. */
  dir?: string;
  /** With the dot: `.ts`. */
  ext?: string;
  /** Skip these sessions: they already have it. */
  except?: readonly string[];
  limit: number;
}

export interface PermissionFilter {
  /** Without it, those of all projects. */
  project?: string;
  toolName?: string;
  subject?: string;
  decision?: PermissionDecision["decision"];
  limit: number;
}

export interface KnowledgeStore {
  /**
   * One per project, fingerprint and text; a repeated one updates its last use and keeps its counts.
   * `solution_invalid` without a fingerprint or text, or beyond 64 kB.
   */
  saveSolution(draft: SolutionDraft): Promise<Solution>;
  /** For exactly this error, in this project and those that apply everywhere. Best first, see `solutionWorth`. */
  solutionsFor(fingerprint: string, project: string): Promise<Solution[]>;
  /** Best first. */
  solutions(filter: SolutionFilter): Promise<Solution[]>;
  /** The same occurrence counts once. `solution_unknown`. */
  countSolution(id: string, outcome: "success" | "failure", occurrence: Occurrence): Promise<void>;
  /** False if there was none. */
  removeSolution(id: string): Promise<boolean>;

  /** Returns how many were new. A known one is updated: what was open may be solved by now. */
  addFileFacts(facts: readonly FileFact[]): Promise<number>;
  /** Newest first. */
  fileFacts(filter: FileFactFilter): Promise<FileFact[]>;

  /** The same occurrence counts once. */
  countCommands(runs: readonly CommandRun[]): Promise<void>;
  /** Most successful first. */
  projectCommands(project: string, kind?: CommandKind): Promise<ProjectCommand[]>;

  addPermission(decision: PermissionDecision): Promise<void>;
  /** Newest first, each with the user's reason where the call that was refused tells one. */
  permissions(filter: PermissionFilter): Promise<PermissionDecision[]>;
  /** Drops every decision about this kind of call; answers how many. Reading the session again brings none back. */
  removePermissions(
    kind: Pick<PermissionDecision, "project" | "toolName" | "subject">,
    at: number,
  ): Promise<number>;
}
