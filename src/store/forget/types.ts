/** What to forget; exactly one field. */
export type ForgetSelector =
  | { sessionId: string }
  /** Everything of the project: its sessions, its memories and everything learned there. */
  | { project: string }
  /** In one project, or in all projects that have it. */
  | { uri: string; project?: string }
  /** Every record that contains this text, case-insensitive. */
  | { match: string }
  /** Memories and solutions of a kind of author, or of an author with this name. */
  | { by: string }
  /** Everything before this time, except memories that the user wrote. */
  | { before: number };

export interface Forgotten {
  sessions: number;
  prompts: number;
  observations: number;
  responses: number;
  events: number;
  summaries: number;
  injections: number;
  memories: number;
  solutions: number;
  permissions: number;
}

/** One thing that would be deleted. */
export interface ForgetItem {
  kind: "session" | "memory" | "solution" | "prompt" | "observation" | "response" | "summary";
  /** A session's id, or a memory's URI. */
  id: string;
  title: string;
  at: number;
  /** Who said it: of memories and solutions. */
  author?: string;
}

/** The progress of a forget: deleted records of all, or merge steps of the index, whose total is unknown. */
export type ForgetProgress = (what: "records" | "index", done: number, total?: number) => void;
