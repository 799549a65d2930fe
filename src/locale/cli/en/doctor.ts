/** What `pawl doctor` checks, and how to fix it. The names of the checks are for scripts too and stay English in every language. */
import { plural } from "../plural.ts";

export const doctor = {
  fixed: (names: string) => `Fixed: ${names}.`,
  checkFailed: "Fix this, then run pawl doctor again.",
  editFile: (file: string) => `Edit ${file}.`,
  runInstall: "Run pawl install.",
  runFix: "Run pawl doctor --fix.",
  runImport: "Run pawl import.",
  runUp: "Run pawl up.",
  restart: "Run pawl down, then pawl up.",
  install: {
    ok: (version: string, dir: string, bun: string) => `Pawl ${version} in ${dir}, Bun ${bun}`,
    missing: (files: string) => `missing: ${files}`,
    fix: "Install Pawl again.",
  },
  home: {
    ok: (dir: string) => `${dir} is private`,
    exposed: (paths: string) => `other users can read ${paths}`,
    fix: (dir: string) => `Run chmod -R go-rwx ${dir}`,
  },
  disk: {
    noHome: "no data yet",
    free: (gigabytes: string) => `${gigabytes} GB free`,
    low: (gigabytes: string, dir: string) => `only ${gigabytes} GB free for ${dir}`,
    fix: "Free some space. Pawl cannot record on a full disk.",
  },
  config: {
    ok: (port: number) => `port ${port}`,
    fix: "Fix it in that file.",
  },
  port: {
    own: (port: number) => `${port} is used by Pawl`,
    free: (port: number) => `${port} is free`,
    taken: (port: number, owner: string) => `${port} is used by ${owner}`,
    takenSilent: (port: number, owner: string) => `${port} is used by ${owner}, which does not answer`,
    anotherProgram: "another program",
    owner: (name: string, pid: number) => `${name} (process ${pid})`,
    fix: (config: string) =>
      `Stop that program, or run pawl doctor --fix to use a free port. By hand: set "port" in ${config}, then run pawl install.`,
  },
  daemon: {
    ok: (version: string, port: number, pid: number) => `version ${version} on port ${port}, process ${pid}`,
    notRunning: "not running",
    startFix: "Run pawl up, or start Claude Code.",
    keeperOk: (pid: number) => `holds the port, process ${pid}`,
    keeperIdle: "not needed: no daemon runs",
    keeperAbsent: "not running, so open sessions would show errors if the daemon ended",
    keeperSilent: (pid: number) => `process ${pid} does not answer`,
    launcherOld: (file: string) => `${file} is missing or not the one of this version`,
    otherPort: (port: number, wanted: number) => `runs on port ${port}, but the settings say ${wanted}`,
    otherVersion: (version: string, installed: string) =>
      `runs version ${version}, but ${installed} is installed`,
  },
  store: {
    reading: "every page of the database",
    ok: (sessions: number, calls: number) =>
      `${plural(sessions, "session")}, ${plural(calls, "tool call")}; intact`,
    damaged: (file: string, damage: string) => `${file} is damaged: ${damage}`,
    damagedFix: "Run pawl down, then pawl up to rebuild it from the transcripts. Or run pawl restore FILE.",
    aside: (state: string, files: string) => `${state}. A damaged database was moved to ${files}`,
    asideFix: (file: string) =>
      `Delete ${file} if nothing is missing, or restore a backup with pawl restore.`,
  },
  codex: {
    absent: "not installed",
    notConnected: "installed, not connected (pawl install --client codex)",
    install: "Run pawl install --client codex.",
    outdated: (file: string) => `the hooks in ${file} are outdated`,
    notLoaded: "Codex does not load Pawl's hooks",
    untrusted: (untrusted: number, hooks: number) =>
      `Codex skips ${untrusted} of ${plural(hooks, "hook")}: not trusted yet`,
    disabled: (events: string) => `switched off in Codex: ${events}`,
    trustFix: "Start codex, type /hooks, and trust Pawl's hooks.",
    trusted: (hooks: number) => `${plural(hooks, "hook")}, all trusted`,
    notAsked: (hooks: number) => `${plural(hooks, "hook")}; Codex does not say whether they are trusted`,
    changed: (version: string, what: string) =>
      `${["Codex", version].join(" ").trim()} differs from what Pawl knows: ${what}`,
    unknownLines: (n: number, types: string) =>
      `${plural(n, "unknown line")} in its rollout files (${types})`,
    changedEvents: (n: number) => `${plural(n, "event")} without the usual fields`,
    changedFix: "Update Pawl. Nothing is lost: unknown lines and events are kept as they are.",
    exitCodes: (commands: number) =>
      `this version of Codex does not record how commands ended: ${plural(commands, "command")}`,
    exitCodesFix: "Update Pawl. Nothing is lost, but failed commands count as successful until then.",
  },
  memories: {
    ok: (n: number) => `all ${plural(n, "core memory", "core memories")} fit`,
    left: (places: string) => `core memories that do not fit at a session's start: ${places}`,
    place: (project: string, n: number, uris: string) => `${n} in ${project} (${uris})`,
    everywhere: "every project",
    fix: "Raise context.coreTokens in the settings, shorten them, or give some a higher number: pawl memory edit URI --priority 3",
  },
  embeddings: {
    off: "off: search by words only",
    queue: (embedded: number, waiting: number) => `${plural(embedded, "vector")}, ${waiting} waiting`,
    failed: (reason: string, queue: string) => `${reason}. Search uses words only; ${queue}`,
    ok: (model: string, url: string, dimensions: number, ms: number) =>
      `${model} at ${url}: ${dimensions} dimensions in ${ms} ms`,
    dimensions: (state: string, stored: number, queue: string) =>
      `${state}, but the stored vectors have ${stored}. Search uses words only; ${queue}`,
    dimensionsFix: "Run pawl doctor --fix to rebuild all vectors.",
    slow: (state: string, limit: number, queue: string) =>
      `${state}, but prompts wait at most ${limit} ms and then use words only; ${queue}`,
    slowFix: "Raise embeddings.timeoutMs in config.json (up to 1000), or use a faster model.",
    settingsFix: "Check embeddings in config.json.",
    downFix: "Start it, or remove embeddings.url from config.json.",
    wrongFix: "Fix embeddings.url, model or keyFile in config.json.",
  },
  hooks: {
    ok: (hooks: number, file: string) => `${plural(hooks, "hook")} in ${file}`,
    plugin: "connected by the plugin",
    notConnected: "not connected to Claude Code",
    outdated: (file: string) => `the hooks in ${file} are out of date`,
    unsafe: (file: string) =>
      `the hooks in ${file} are of version 0.2: a client that ignores "args" executes what is in the event`,
    bareShell: (file: string) =>
      `${file} has a hook that is a bare shell, which executes what is in the event. "gemini hooks migrate" made it from a hook of version 0.2`,
  },
  duplicates: {
    ok: "every event is delivered once",
    twice: (places: string) =>
      `Pawl's hooks are in ${places}: events are delivered more than once (but recorded once)`,
    and: " and ",
    fix: (command: string, place: string) => `Keep one. ${command} removes the hooks from ${place}.`,
    user: "your settings",
    project: "this project's settings",
    local: "this project's local settings",
    plugin: "the plugin",
  },
  userHooks: {
    here: (hooks: number) => `${hooks} here`,
    trustFix: "Run pawl hooks trust.",
    validateFix: "Fix it in that file. Run pawl hooks validate to see everything.",
    counts: {
      "hooks.run": (n: number) => `run ${n}`,
      "hooks.failed": (n: number) => `failed ${n}`,
      "hooks.timeout": (n: number) => `timed out ${n}`,
      "hooks.refused": (n: number) => `refused ${n}`,
      "hooks.late": (n: number) => `not waited for ${n}`,
      "hooks.invalid": (n: number) => `invalid entries ${n}`,
    },
  },
  client: {
    none: (days: number) => `no Claude Code session in the last ${days} days`,
    seen: (version: string, at: string) => `Claude Code ${version}, last seen ${at}`,
    unknownVersion: "(unknown version)",
  },
  coverage: {
    newest: (known: number, all: number) =>
      `${known} of ${all} tool calls in the newest transcripts are recorded (pawl doctor --deep looks at all of them)`,
    known: (known: number, all: number, days: number) =>
      `${known} of ${all} tool calls of the last ${days} days are recorded`,
  },
  transcripts: {
    none: "Claude Code has no transcripts yet",
    declined: (days: number) =>
      `Claude Code deletes transcripts after ${days} days; you chose not to import the older ones`,
    soon: (days: number) =>
      `Claude Code deletes transcripts after ${days} days; Pawl imports them when it is idle`,
    imported: (days: number, at: string) =>
      `Claude Code deletes transcripts after ${days} days; Pawl imports them before that (last: ${at})`,
    fix: "Run pawl import. The last import was too long ago.",
  },
  workflows: {
    ok: (files: number) => `${plural(files, "workflow")}, all readable`,
    damaged: (list: string) => `cannot be used: ${list}`,
    fix: "Repair or delete the file. Work without a workflow is not affected.",
  },
  spool: {
    ok: "no waiting events",
    waiting: (events: number) => `${plural(events, "event")} waiting for the daemon`,
    dropped: (waiting: number, dropped: number) =>
      `${plural(waiting, "event")} waiting; ${dropped} older ones were dropped because there were too many`,
    upFix: "Run pawl up to process them.",
    importFix: "Run pawl import. The transcripts contain them.",
  },
  refused: (token: number, host: number, origin: number, large: number) =>
    `wrong token ${token}, foreign Host ${host}, foreign Origin ${origin}, too large ${large}`,
  errors: {
    last: (counts: string, last: string) => `${counts}; last: ${last}`,
    fix: (log: string, counters: string) => `See ${log}. To reset the counts, delete ${counters}.`,
  },
  secrets: {
    clean: (records: number) => `scanned ${plural(records, "record")}: no secrets`,
    replaced: (records: number, n: number) =>
      `scanned ${plural(records, "record")}: replaced secrets in ${n}`,
    found: (records: number, n: number) =>
      `scanned ${plural(records, "record")}: ${n} contain${n === 1 ? "s" : ""} secrets`,
    fix: "Run pawl doctor --scan --fix to replace them.",
  },
};
