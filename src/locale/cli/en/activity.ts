/** A day of work, the history of a file, and the interactive browser. */
import { plural } from "../plural.ts";

export const activity = {
  day: {
    today: "Today",
    yesterday: "Yesterday",
    running: "running",
    /** For dates that are typed: `pawl day yesterday`. */
    welcome: (program: string) =>
      `Pawl remembers what Claude Code and Codex do, and gives later sessions what they need.\nNothing is recorded yet. To connect it: ${program} start`,
    nothing: "Nothing recorded on this day.",
    nothingToday: "Nothing recorded today.",
    nearest: (command: string) => `Nearest day with activity: ${command}`,
    neverBefore: "Nothing is recorded yet. Start Claude Code or Codex in any project.",
    incomplete: "This day has more records than are read at once. Only the newest are shown.",
    totals: {
      projects: (n: number) => plural(n, "project"),
      sessions: (n: number) => plural(n, "session"),
      running: (n: number) => `${n} running`,
      prompts: (n: number) => plural(n, "prompt"),
      files: (n: number) => plural(n, "file"),
      commits: (n: number) => plural(n, "commit"),
      failures: (n: number, fixed: number) => `${plural(n, "failure")} (${fixed} fixed)`,
    },
    asked: "Asked",
    changed: "Changed",
    commits: "Commits",
    ran: "Ran",
    failed: "Failed",
    open: "Open",
    injected: "Injected",
    edits: (n: number) => plural(n, "edit"),
    times: (n: number) => `${n}×`,
    timesFailed: (n: number) => `${n} failed`,
    fixedBy: (what: string) => `fixed: ${what}`,
    fixed: "fixed",
    notFixed: "not fixed",
    task: "task",
    unanswered: "no answer",
    injections: (times: number, tokens: number, used: number) =>
      `${plural(times, "time")}, ${plural(tokens, "token")}, ${used} used`,
    more: (n: number) => `… ${n} more`,
    next: (program: string) =>
      `${program} ui to browse · ${program} day yesterday · ${program} search TEXT · ${program} help`,
  },
  blame: {
    nothing: (path: string) => `Nothing recorded about ${path}.`,
    totals: (sessions: number, edits: number) => `${plural(sessions, "session")}, ${plural(edits, "edit")}`,
    files: "Files",
    sessions: "Sessions",
    failures: "Failures",
    memories: "Memories",
    older: (command: string) => `There are older sessions: ${command}`,
  },
  ui: {
    sessions: "Sessions",
    results: (n: number) => plural(n, "result"),
    noResults: "No results.",
    prompt: "Search",
    keys: "↑↓ move · type to search · Enter resume · Tab preview · Esc quit",
    keysPreview: "↑↓ scroll · Enter resume · Tab back · Esc quit",
    needsTerminal: "pawl ui needs a terminal. In scripts, use pawl sessions or pawl search.",
    resume: (command: string, folder: string) => `Resuming: ${command} (in ${folder})`,
    resumeFailed: (program: string, command: string, folder: string) =>
      `${program} could not be started. Run this in ${folder}: ${command}`,
    folderGone: (folder: string) => `The folder ${folder} does not exist any more.`,
    notResumable: "This session came through the API and cannot be resumed.",
  },
  completions: {
    unknown: (shell: string, known: string) => `No completions for "${shell}". Use one of: ${known}.`,
    install: (shell: string, file: string) => `# ${shell}: save as ${file}`,
  },
};
