/** The sentences of Today, Files and Failures. */

export interface DayWords {
  today: string;
  yesterday: string;
  previous: string;
  next: string;
  date: string;
  nothing: string;
  nothingHint: string;
  lastActive(day: string): string;
  partly: string;
  parts: Record<
    "sessions" | "asked" | "changed" | "commits" | "ran" | "failed" | "open" | "injected",
    string
  >;
  totals: Record<"sessions" | "files" | "commits" | "failures" | "injected" | "tokens", string>;
  fixedOf(fixed: string, all: string): string;
  usedOf(used: string, all: string): string;
  fixed: string;
  notFixed: string;
  running: string;
  live: string;
  openKinds: Record<"failure" | "task" | "unanswered", string>;
  times(n: string): string;
  used: string;
  path: string;
  pathHint: string;
  chooseProject: string;
  noFile: string;
  history: string;
  edits(n: string): string;
  mostChanged: string;
  known: string;
  failuresOf: string;
  recurring: string;
  solutions: string;
  noneRecurring: string;
  noneRecurringHint: string;
  inSessions(n: string): string;
  lastSeen: string;
  helped: string;
  noCure: string;
  weeks: string;
  cures: Record<"command" | "run" | "environment" | "folder" | "file", string>;
  onlyOpen: string;
}
