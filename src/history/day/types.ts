/** A day of work, project by project: what was asked, changed, run, what failed, what is open, and what Pawl added. */

export interface Day {
  /** `2026-01-31`, in the user's time zone. */
  day: string;
  /** The first moment of the day, and the first one of the next. */
  from: number;
  to: number;
  /** The nearest days before and after it with any activity. */
  previous: string | null;
  next: string | null;
  /** False where there was more than is read for one day; counts of sessions, prompts and calls are whole even then. */
  isComplete: boolean;
  totals: DayTotals;
  /** Last active first. */
  projects: ProjectDay[];
}

/** `failures`: different ones, however often each came up. `used`: injections of which something was used afterwards. */
export const TOTALS = [
  ...(["sessions", "running", "prompts", "calls", "files", "added", "removed", "commits"] as const),
  ...(["failures", "fixed", "open", "injections", "used", "tokens"] as const),
];
export type DayTotals = Record<(typeof TOTALS)[number], number>;

export interface ProjectDay {
  /** The project's folder. */
  project: string;
  /** The folder's own name, with as much in front of it as tells it from the others of the day. */
  name: string;
  lastAt: number;
  totals: DayTotals;
  sessions: DaySession[];
  asked: DayPrompt[];
  changed: ChangedFile[];
  commits: DayCommit[];
  ran: DayCommand[];
  failed: DayFailure[];
  open: OpenItem[];
  injected: DayInjection[];
}

export interface DaySession {
  id: string;
  title: string;
  client: string;
  branch: string | null;
  startedAt: number;
  lastEventAt: number;
  endedAt: number | null;
  isRunning: boolean;
  /** Of this day. */
  prompts: number;
  calls: number;
  failures: number;
  files: number;
  added: number;
  removed: number;
  commits: number;
  tokens: number;
}

export interface DayPrompt {
  id: string;
  sessionId: string;
  at: number;
  text: string;
}

export interface ChangedFile {
  /** From the project's root where it lies inside. */
  file: string;
  edits: number;
  added: number;
  removed: number;
  sessions: string[];
  lastAt: number;
}

export interface DayCommit {
  id: string;
  sessionId: string;
  at: number;
  /** As short as git printed it; null where it printed nothing. */
  hash: string | null;
  branch: string | null;
  message: string;
}

export interface DayCommand {
  command: string;
  kind: "test" | "lint" | "build" | null;
  times: number;
  failed: number;
  lastAt: number;
}

export interface DayFailure {
  /** Its last occurrence. */
  id: string;
  sessionId: string;
  at: number;
  /** The command, or the tool and its file. */
  what: string;
  error: string;
  times: number;
  isFixed: boolean;
  /** The call that worked. */
  fixedBy: string | null;
  /** What was done, where the session shows it. */
  fix: string | null;
}

export interface OpenItem {
  kind: "failure" | "task" | "unanswered";
  text: string;
  sessionId: string;
  at: number;
}

export interface DayInjection {
  id: string;
  sessionId: string;
  at: number;
  event: string;
  tokens: number;
  /** What was injected: its first item. */
  title: string;
  items: number;
  kinds: string[];
  /** Files and commands of it that were taken up afterwards. */
  used: string[];
}
