/** The words in which a project's past and the questions about it are written down. */

export interface Project {
  /** Also its folder: see `rootOf`. */
  name: string;
  past: readonly (Session | Memory)[];
}

export interface Session {
  id: string;
  /** ISO time of its first event; each step comes `STEP_MS` later. */
  at: string;
  steps: readonly Step[];
  /** A session that was killed has neither a last Stop nor an end. */
  killed?: boolean;
}

export interface Memory {
  uri: string;
  at: string;
  content: string;
  priority?: number;
  disclosure?: string;
}

export type Step =
  | { kind: "ask"; prompt: string }
  | { kind: "answer"; text: string }
  | { kind: "read"; file: string; content: string }
  | { kind: "edit"; file: string; before: string; after: string }
  | { kind: "write"; file: string; content: string }
  | { kind: "run"; command: string; output: string }
  | { kind: "fail"; command: string; error: string; exit: number }
  | { kind: "agent"; type: string; steps: readonly Step[]; report: string }
  | { kind: "repeat"; times: number; step: (n: number) => Step };

export const STEP_MS = 20_000;

/**
 * A folder that is on no machine: nothing is read from it or written to it, and its name, which stands in what is
 * injected and counts towards its budget, is the same everywhere.
 */
export const rootOf = (project: string): string => `/golden/${project}`;

export const session = (id: string, at: string, ...steps: Step[]): Session => ({ id, at, steps });
export const killed = (id: string, at: string, ...steps: Step[]): Session => ({
  id,
  at,
  steps,
  killed: true,
});
export const memory = (uri: string, at: string, content: string, more: Partial<Memory> = {}): Memory => ({
  uri,
  at,
  content,
  ...more,
});

export const ask = (prompt: string): Step => ({ kind: "ask", prompt });
/** Ends the turn. */
export const answer = (text: string): Step => ({ kind: "answer", text });
export const read = (file: string, content = ""): Step => ({ kind: "read", file, content });
export const edit = (file: string, before: string, after: string): Step => ({
  kind: "edit",
  file,
  before,
  after,
});
export const write = (file: string, content: string): Step => ({ kind: "write", file, content });
export const run = (command: string, output = ""): Step => ({ kind: "run", command, output });
export const fail = (command: string, error: string, exit = 1): Step => ({
  kind: "fail",
  command,
  error,
  exit,
});
export const agent = (type: string, report: string, ...steps: Step[]): Step => ({
  kind: "agent",
  type,
  steps,
  report,
});
/** The same step over and over, as in a session that works through a long list. */
export const repeat = (times: number, step: (n: number) => Step): Step => ({ kind: "repeat", times, step });

/** What every question may say of itself. */
export interface Marks {
  /** Compare the whole block, with its frame, not only its items. */
  whole?: true;
  /** Version 0.1 answers this wrongly: shown in `expected/known-wrong.md`, never asserted. */
  wrong?: string;
}

export interface PromptQuestion extends Marks {
  prompt: string;
}
export interface FileQuestion extends Marks {
  read?: string;
  edit?: string;
}
export interface FailureQuestion extends Marks {
  command: string;
  error: string;
  exit?: number;
}
export interface SearchQuestion extends Marks {
  for: string;
  type?: "observation" | "prompt" | "response" | "summary" | "memory" | "solution";
  /** In all projects; without it only in the one that the question belongs to. */
  everywhere?: true;
  since?: string;
  limit?: number;
}
export interface StartQuestion extends Marks {
  /** What the start is about. */
  start: string;
  at: string;
  source?: "startup" | "resume" | "clear";
  /** An earlier session that goes on. */
  resumes?: string;
  locale?: string;
}

export interface Questions {
  project: Project;
  /** Something is injected, and this is it. */
  prompts: readonly PromptQuestion[];
  /** Nothing is injected. */
  silent: readonly PromptQuestion[];
  files: readonly FileQuestion[];
  failures: readonly FailureQuestion[];
  searches: readonly SearchQuestion[];
  starts: readonly StartQuestion[];
  /** What a subagent is given that is started for this prompt. */
  subagents: readonly PromptQuestion[];
}
