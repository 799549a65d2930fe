/** The part of the port for what Pawl has learned. Every write is idempotent by its key. */
import type {
  Occurrence,
  PermissionDecision,
  Solution,
  SolutionDraft,
} from "../../memory/records/knowledge.ts";

export interface SolutionFilter {
  /** The project's own, and those that apply everywhere. */
  project?: string;
  kind?: string;
  toolName?: string;
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

  addPermission(decision: PermissionDecision): Promise<void>;
  /** Newest first, each with the user's reason if the refused call has one. */
  permissions(filter: PermissionFilter): Promise<PermissionDecision[]>;
  /** Drops every decision about this kind of call; answers how many. Reading the session again brings none back. */
  removePermissions(
    kind: Pick<PermissionDecision, "project" | "toolName" | "subject">,
    at: number,
  ): Promise<number>;
}
