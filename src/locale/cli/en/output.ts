/** Results, questions and progress of the commands. */
import { plural } from "../plural.ts";

const recorded = (sessions: number, prompts: number, calls: number) =>
  `${plural(sessions, "session")}, ${plural(prompts, "prompt")}, ${plural(calls, "tool call")}`;

export const output = {
  attention: (text: string) => `Warning: ${text}`,
  noChange: "Nothing changed.",
  none: "none",
  start: {
    connect: (hooks: number, file: string) =>
      `Connect Pawl to Claude Code? This adds ${plural(hooks, "hook")} to ${file}.`,
    connectedAlready: "Connected to Claude Code. Sessions are recorded.",
    connected: "Connected. New sessions are recorded.",
    notConnected: (program: string) =>
      `Not connected to Claude Code. Run ${program} install to connect (--dry-run for a preview).`,
    local: (dir: string, program: string) =>
      `All data stays on this machine, in ${dir}. To undo: ${program} uninstall`,
  },
  up: {
    started: (version: string, pid: number, port: number) =>
      `Pawl ${version} started (process ${pid}, port ${port}).`,
    running: (version: string, pid: number, port: number) =>
      `Pawl ${version} is running (process ${pid}, port ${port}).`,
    opens: "Opening the page in your browser.",
    link: (url: string) => `Page (this link works once): ${url}`,
  },
  serve: {
    runs: "Pawl is already running. Run pawl status for details.",
    listens: (url: string) => `Pawl listens on ${url}`,
  },
  down: {
    keeper: (pid: number) =>
      `A small process (${pid}) keeps answering the hooks of open sessions. It ends by itself after an hour without them; pawl down --all ends it now.`,
    stopped: "Pawl stopped. The next Claude Code session starts it again.",
    notRunning: "Pawl is not running.",
  },
  status: {
    keeper: "Keeper",
    keeperRuns: (pid: number, port: number) => `holds port ${port}, process ${pid}`,
    keeperAbsent: "not running; the daemon holds the port itself",
    notRunning: "not running",
    startsItself: "starts with the next session, or run pawl up",
    notConnectedYet: (program: string) => `not connected to any client: ${program} start`,
    connected: "connected",
    notConnected: "not connected",
    byPlugin: "plugin",
    page: "Page",
    pageAt: (url: string, command: string) => `${url} (${command} opens it)`,
    pageLater: (command: string) => `${command} opens it`,
    newer: (version: string, command: string) =>
      `Version ${version} is installed. Run ${command} to switch to it.`,
    running: "running",
    details: (since: string, pid: number, port: number, memory: string) =>
      `since ${since}, process ${pid}, port ${port}, ${memory}`,
    store: "Database",
    recorded: "Recorded",
    last: "Last event",
    waiting: "Waiting",
    errors: "Errors",
    counts: recorded,
    nothingYet: "none yet",
    spooled: (events: number) => `${plural(events, "event")} for the daemon`,
    background: "Background",
    /** What the daemon's background thread is doing; tasks without a name of their own are not shown. */
    tasks: {
      index: "indexing new records",
      importAll: "importing transcripts",
      redactOlder: "applying the redaction rules to older records",
      forget: "forgetting",
    } as Readonly<Record<string, string>>,
    progress: (task: string, percent: number) => `${task} (${percent} %)`,
    unindexed: (records: number) =>
      `${plural(records, "record")} not indexed yet; the newest of them are searched directly`,
    seeDoctor: "run pawl doctor for details",
  },
  install: {
    connectTo: (client: string) => `Connect Pawl to ${client}?`,
    alsoThere: (client: string, command: string) =>
      `${client} is installed as well. To connect it: ${command}`,
    codexTrust:
      "Codex runs new hooks only after you trust them. Start codex, type /hooks, and trust Pawl's. pawl doctor tells whether it is done.",
    homeGone:
      "Pawl's home folder was deleted, so nothing is remembered. Run pawl install to set it up again, or pawl uninstall to remove its hooks.",
    gateGone:
      "Pawl: one of your gates is about this, and the program that asks it is gone. So it is refused. Run pawl install where Pawl is now.",
    codexIgnores:
      "Codex cannot read this file because it is not plain JSON. Remove comments and trailing commas.",
    connected: (hooks: number, file: string) =>
      `Connected: ${plural(hooks, "hook")} in ${file}. New sessions are recorded.`,
    unchanged: (file: string) => `Already connected. ${file} did not change.`,
    preview: (file: string) => `Preview only. Without --dry-run, this is written to ${file}.`,
    tightened: "The file now contains a token, so only you can read it.",
    projectScope:
      "This file is usually committed, and the hooks contain paths of this machine. Use --scope local for yourself.",
    undo: (program: string) => `To undo: ${program} uninstall`,
    server: {
      added: (file: string) => `Added Pawl's MCP server to ${file}.`,
      updated: (file: string) => `Updated Pawl's MCP server in ${file}.`,
      wouldChange: (file: string) => `Pawl's MCP server would be written to ${file}.`,
      foreign: (file: string) => `${file} has a server named pawl that Pawl did not add.`,
      failed: (reason: string) => `Pawl's MCP server was not added. ${reason}`,
    },
    ignored: (place: string) =>
      `Claude Code ignores this whole file because of a comment or trailing comma at ${place}. Remove it.`,
    disabled: 'Hooks are disabled in this file. Remove "disableAllHooks" to use Pawl.',
    blocked: (url: string) => `"allowedHttpHookUrls" blocks Pawl. Add "${url}".`,
  },
  uninstall: {
    wouldRemove: (hooks: number, file: string) => `Would remove ${plural(hooks, "hook")} from ${file}.`,
    nothingChanged: "Nothing changed.",
    planHome: (dir: string, megabytes: string, sessions: number, memories: number) =>
      `This deletes ${dir} (${megabytes} MB): ${plural(sessions, "session")}, ${plural(memories, "memory", "memories")}, settings and logs.`,
    planSettings: (file: string) => `hooks in ${file}`,
    planStateFile: (file: string) => `state file ${file}`,
    askBackup: "Make a backup first?",
    backedUp: (file: string) => `Backup: ${file}`,
    askPurge: "Delete all of it, permanently?",
    keptBackup: (file: string) => `Stays, because it is a backup that you made: ${file}`,
    notInstalled: (file: string) => `Pawl's hooks are not installed in ${file}.`,
    removed: (hooks: number, file: string) => `Removed ${plural(hooks, "hook")} from ${file}.`,
    restored: "The file is byte for byte as it was before.",
    server: (file: string) => `Removed Pawl's MCP server from ${file}.`,
    serverLeft: (file: string, reason: string) => `Pawl's MCP server may still be in ${file}. ${reason}`,
    purged: (dir: string) => `Deleted ${dir}.`,
    kept: (dir: string) => `Your data is still in ${dir} (--purge deletes it).`,
  },
  context: {
    nothing: (project: string) => `Nothing recorded for ${project} yet.`,
    nothingForPrompt: "This prompt would get no context.",
    nothingInjected: "This session got no context.",
    tokensFrom: (tokens: number) => `${plural(tokens, "token")}, from:`,
    tokens: (tokens: number) => plural(tokens, "token"),
    considered: "Considered, best first (evidence, then the parts of the score):",
    left: (n: number, names: string, budget: number) =>
      `${plural(n, "core memory", "core memories")} did not fit into ${budget} tokens (context.coreTokens): ${names}`,
    missingImports: (names: string) =>
      `CLAUDE.md imports memories that do not exist: ${names}. Run pawl memory list for a list.`,
  },
  sessions: {
    none: "No sessions recorded yet. Start Claude Code in any project.",
    noneOfThese: "No sessions match.",
    untitled: "(no prompt)",
    counts: (prompts: number, calls: number) => `${plural(prompts, "prompt")}, ${plural(calls, "tool call")}`,
    you: "you",
    claude: "Claude",
    notice: "notice",
    summary: "Summary",
    status: { active: "active", ended: "ended" },
  },
  search: {
    none: "No results.",
    unindexed: (records: number) =>
      `${plural(records, "record")} not indexed yet: of these, only the newest were searched.`,
  },
  remember: {
    saved: (uri: string) => `Saved as ${uri}.`,
    /** When the memory is injected. */
    when: {
      start: "It is injected at the start of the next session in this project.",
      everywhere: "It is injected at the start of the next session, in every project.",
      files: (condition: string) =>
        `It is injected when a file is touched that fits its condition: ${condition}`,
      prompts: (condition: string) => `It is injected when a prompt fits its condition: ${condition}`,
      relevant: "It is injected when a prompt or a file is about it.",
      asked: "It is injected on request only.",
      never: "It is never injected.",
    },
  },
  memory: {
    none: 'No memories yet. Add one: pawl remember "…"',
    priority: (n: number) => `priority ${n}`,
    version: (n: number) => `version ${n}`,
    fromSession: (id: string) => `session ${id}`,
    origin: (from: string, changed: string, times: number) =>
      `from ${from}, changed ${changed}, injected ${plural(times, "time")}`,
    evidence: (text: string) => `evidence: “${text}”`,
    changed: (uri: string, version: number) => `${uri} is now at version ${version}.`,
    noVisibleChange: "no visible change",
    notFitting: "Does not fit at a session's start (context.coreTokens): only its name is injected.",
    loading: {
      always: "Loaded in every session.",
      "on-demand": "Loaded when relevant.",
      "by-hand": "Loaded on request.",
      never: "Never loaded automatically.",
    },
    /** What becomes of a memory, by the reason that the lifecycle gives. */
    fate: {
      over: () => "Already archived or deleted.",
      taskEnded: () => "Its session ended.",
      task: () => "Ends with its session.",
      stays: () => "Kept.",
      untilRemoved: () => "Kept until you remove it.",
      idle: (days: number) => `Not used for ${plural(days, "day")}, so it expires.`,
      expires: (days: number) => `Expires if not used for another ${plural(days, "day")}.`,
    },
    rollbackReason: (version: number) => `back to version ${version}`,
    rolledBack: (uri: string, to: number, version: number) =>
      `Restored version ${to} of ${uri} as version ${version}.`,
    removed: (uri: string) => `Removed ${uri}. To undo: pawl memory edit ${uri} --status active`,
  },
  permission: {
    none: "No permission answers recorded yet.",
    allowed: (times: number) => `allowed ${plural(times, "time")}`,
    refused: (times: number) => `refused ${plural(times, "time")}`,
    last: (day: string) => `last on ${day}`,
    reason: (text: string) => `you said: “${text}”`,
    removed: (call: string, n: number) => `Removed ${plural(n, "answer")} about ${call}.`,
  },
  solution: {
    none: "No solutions yet. Pawl learns them from your sessions.",
    seenOnce: "seen once",
    worked: (times: number) => `worked ${plural(times, "time")}`,
    failed: (times: number) => `did not help ${plural(times, "time")}`,
    saved: (id: string) => `Saved as ${id}.`,
    removed: (id: string) => `Removed ${id}.`,
  },
  exclude: {
    none: "Every folder is recorded. pawl exclude DIR leaves one out.",
    list: "Never recorded:",
    recordedBefore: (dir: string) =>
      `What was recorded before stays. pawl forget --project ${dir} deletes it.`,
  },
  forget: {
    item: {
      session: "session",
      memory: "memory",
      solution: "solution",
      prompt: "prompt",
      observation: "tool call",
      response: "answer",
      summary: "summary",
    },
    more: (n: number) => `… and ${n} more`,
    noMatch: "No matches. Nothing deleted.",
    preview: (what: string) => `Preview: ${what}. Nothing deleted. Use --yes to delete.`,
    deleted: (what: string) => `Deleted permanently: ${what}.`,
    ask: (what: string) => `Permanently delete ${what}?`,
    kinds: {
      sessions: (n: number) => plural(n, "session"),
      prompts: (n: number) => plural(n, "prompt"),
      observations: (n: number) => plural(n, "tool call"),
      responses: (n: number) => plural(n, "answer"),
      events: (n: number) => plural(n, "event"),
      summaries: (n: number) => plural(n, "summary", "summaries"),
      injections: (n: number) => plural(n, "injection"),
      memories: (n: number) => plural(n, "memory", "memories"),
      solutions: (n: number) => plural(n, "solution"),
      permissions: (n: number) => plural(n, "permission decision"),
    },
  },
  import: {
    ask: (transcripts: number, megabytes: string, seconds: number) =>
      `Import your ${plural(transcripts, "past session")} (${megabytes} MB, about ${seconds} s)?`,
    later: (program: string) => `To import later: ${program} import`,
    progress: (done: number, files: number, speed: string) => `${done}/${files} files · ${speed} MB/s`,
    secondsLeft: (n: number) => `${n} s left`,
    minutesLeft: (n: number) => `${n} min left`,
    indexing: (done: number, total: number) => `Indexing ${done}/${total} records`,
    added: (sessions: number, prompts: number, calls: number, megabytes: string, seconds: string) =>
      `Imported ${recorded(sessions, prompts, calls)} (${megabytes} MB in ${seconds} s).`,
    restored: (memories: number, solutions: number) =>
      `New or newer from exports: ${plural(memories, "memory", "memories")}, ${plural(solutions, "solution")}.`,
    partsSkipped: (parts: number) => `Skipped ${plural(parts, "part")} of an export that Pawl did not write.`,
    skipped: (lines: number) => `Skipped ${plural(lines, "unreadable line")}.`,
    notRead: (path: string, reason: string) => `Could not read ${path}: ${reason}`,
    stopped: "Stopped. Run pawl import again to continue.",
    found: (error: string, date: string, project: string, command: string) =>
      `For example: “${error}” was solved on ${date} in ${project}. See how: ${command}`,
  },
  backup: {
    written: (sessions: number, file: string, megabytes: string) =>
      `Wrote ${plural(sessions, "session")} to ${file} (${megabytes} MB).`,
    undo: (program: string, file: string) => `To restore: ${program} restore ${file}`,
    ask: (sessions: number) => `Replace your current data (${plural(sessions, "session")}) with the backup?`,
    restored: (sessions: number) => `Restored ${plural(sessions, "session")}.`,
    kept: (file: string) => `The previous data is in ${file}.`,
  },
  hooks: {
    none: (project: string) => `No hooks of your own in ${project}.`,
    always: "always",
    when: (matcher: string) => `when ${matcher}`,
    from: (file: string, path: string) => `from ${file}, ${path}`,
    notTrusted: "not trusted, does not run",
    untrusted: (hooks: number) =>
      `.claude/pawl.json has ${plural(hooks, "hook")} that you have not allowed. Run pawl hooks trust.`,
    changed: (files: string) => `Changed since you allowed it: ${files}. Run pawl hooks trust.`,
    changedFiles: (files: string) => `Changed since you allowed it: ${files}`,
    notInstalled: "Claude Code does not call Pawl yet. Run pawl install.",
    outdated: (events: string) =>
      `Claude Code's settings do not include these hooks yet (${events}). Run pawl install.`,
    valid: (hooks: number, files: number) =>
      `${plural(hooks, "hook")} in ${plural(files, "file")}: no errors.`,
    noneFor: (event: string, project: string) => `No hooks of your own for ${event} in ${project}.`,
    printed: (text: string) => `Script output: ${text}`,
    answer: (json: string) => `Claude Code gets: ${json}`,
    matchesUntrusted: "matches, but is not trusted, so it did not run. Run pawl hooks trust.",
    noMatch: (matcher: string) => `does not match: ${matcher}`,
    outcome: {
      ok: (ms: string) => `ran in ${ms} ms`,
      failed: (ms: string) => `failed in ${ms} ms`,
      timeout: (ms: string) => `timed out after ${ms} ms`,
      refused: (ms: string) => `was refused after ${ms} ms`,
      skipped: (ms: string) => `was skipped after ${ms} ms`,
      background: (ms: string) => `was started in the background after ${ms} ms`,
      late: (ms: string) => `had not finished after ${ms} ms`,
    },
    background: "in the background",
    replies: {
      deny: "denies",
      ask: "asks the user",
      allow: "allows",
      block: "blocks",
      stop: "stops Claude",
      context: "adds context",
      instructions: "adds summary instructions",
      message: "shows the user",
    },
    revoked: (project: string) => `Hooks of ${project} no longer run.`,
    nothingToTrust: (project: string) => `${project} has no hooks in .claude/pawl.json.`,
    skipped: (text: string) => `Skipped: ${text}`,
    trustedAlready: "All of this is already allowed.",
    askTrust: "Allow all of this?",
    notTrustedNow: "Nothing was allowed.",
    trusted: "Allowed. If one of these files changes, Pawl asks again.",
    wouldRun: (project: string) => `These hooks of ${project} would run with your permissions:`,
    gate: "gate: denies if it fails",
    pinned: "Pinned files:",
    notPinned: "Not pinned; it can change without a question:",
    givenUp: (gates: string) => `This project has no hooks any more. It had these gates: ${gates}`,
    askGiveUp: "Give these gates up?",
    gaveUp: "The gates are gone.",
    installed: (file: string) => `Claude Code calls these hooks from now on (${file}).`,
    userGates: "The gates of your own configuration are as it says now.",
    wrote: (file: string) => `Wrote ${file}.`,
    initNext: "Look at it, then run pawl hooks trust. To work on it, keep pawl hooks watch open.",
    exists: (file: string) => `${file} exists already. Nothing changed.`,
    watching: "Watching. Your edits are allowed as long as this runs; Ctrl-C ends it.",
    editAllowed: (files: string) => `Allowed: ${files}`,
    script: "script",
    command: "command",
    says: "adds",
    judges: "judges",
    fromEvent: (names: string) => `(${names}: from the event, never run as shell code)`,
    nothingToMove: (file: string) => `There is no ${file}: nothing to move.`,
    toPawl: (reasons: string) => `Moving to .claude/pawl.json: Claude Code cannot run ${reasons}.`,
    askMove: (backup: string) => `Write this, and rename hooks.json to ${backup}?`,
    moved: (to: string, backup: string) => `Moved to ${to}. The old file is ${backup}.`,
    trustNext: "Run pawl hooks trust to allow them.",
    expressionMatcher: "an expression as matcher",
    hookType: (type: string) => `a ${type} hook`,
    field: (name: string) => `the field ${name}`,
  },
  chat: {
    hooks: "This project has hooks (.claude/settings.json):",
    askHooks: "Allow them to run until they change?",
    hooksOff: "The hooks stay off.",
    wants: (tool: string, input: string) => `Claude wants to use ${tool}: ${input}`,
    allow: "Allow?",
    choices: "[y]es, [N]o",
    choicesAlways: "[y]es, [a]lways in this session, [N]o",
    intro: "Ctrl-C stops a turn, /exit leaves.",
    resume: (command: string) => `To continue: ${command}`,
    leave: "Press Ctrl-C again or type /exit to leave.",
    stopped: "Stopped.",
    failed: "The turn failed.",
  },
};
