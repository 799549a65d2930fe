/** Texts of `pawl help` and of every `--help`. The keys of `rows` are typed by the user, so they are the same in every language. */
import { handoffHelp } from "./handoff.ts";
import { teamHelp } from "./team.ts";

export const help = {
  title: "Pawl {version}: hooks and memory for coding agents",
  usage: "Usage",
  example: "Example",
  json: "print JSON",
  groups: {
    look: "See what happened",
    memory: "Work with memories",
    setup: "Set up",
    data: "Import, export, back up",
    more: "More",
  },
  commands: {
    day: {
      summary: "Show a day of work: requests, changes, commands, failures, open items",
      rows: {
        DATE: "2026-01-31, today (default), yesterday, or 3d for three days ago",
        "--project DIR": "only this project",
        "--limit N": "at most N lines of each list (default: 10)",
      },
      notes: "For today in short, type: pawl",
    },
    blame: {
      summary: "Show the history of a file or folder: sessions, changes, failures, memories",
      rows: {
        "--project DIR": "the project that FILE belongs to (default: the one it is in)",
        "--limit N": "at most N sessions (default: 20)",
      },
    },
    start: {
      summary: "Start Pawl and connect it to your coding agents",
      rows: { "--yes": "connect without asking" },
    },
    up: {
      summary: "Start the daemon and open the page",
      rows: { "--no-open": "print the link, do not open a browser" },
    },
    serve: { summary: "Run the daemon in the foreground until Ctrl-C" },
    down: {
      summary: "Stop the daemon (no-op if not running)",
      rows: { "--all": "also end the keeper, which answers the hooks of open sessions" },
    },
    status: { summary: "Show the daemon, the database, recorded data and errors" },
    install: {
      summary: "Add Pawl's hooks to the settings of a coding agent",
      rows: {
        "--client NAME|all": "which client (default: asks, if several are installed)",
        "--scope user": "all your projects (default)",
        "--scope project": "everyone on this project: a file in its folder, usually committed",
        "--scope local": "only you, in this project, where the client has a file for that",
        "--dry-run": "preview the change",
        "--diff": "show every changed line",
      },
    },
    uninstall: {
      summary: "Remove Pawl's hooks from the settings of coding agents",
      rows: {
        "--client NAME|all": "which client (default: every connected one)",
        "--scope user|project|local": "which settings file (default: user)",
        "--purge":
          "remove them from every settings file, stop the daemon and delete everything that Pawl wrote; asks first",
        "--dry-run": "show what would be removed and deleted",
        "--yes": "do not ask",
      },
    },
    hook: {
      summary: "Handle one hook event: JSON in, JSON out",
      rows: {
        "--client NAME": "the client that sends the event (default: Claude Code)",
        NAME: "session-start, context, user-message, session-init, observation, suggest-compact, summarize, pre-compact, session-end; default: hook_event_name",
        "--home DIR": "Pawl's folder (default: PAWL_HOME or ~/.pawl)",
        "--gate": "deny if the daemon does not answer and one of your gates matches",
        "--installed-by NAME": "marks hooks that Pawl installed",
      },
      notes: "The client runs this. Always exits 0.",
    },
    ui: {
      summary: "Browse and search sessions in the terminal, preview and resume them",
      notes: "Type to search, arrow keys to move, Enter to resume the session in its client.",
    },
    context: {
      summary: "Preview the context a new session would get",
      rows: {
        "--prompt TEXT": "the context this prompt would get",
        "--session ID": "the context this session got, event by event",
        "--why": "explain each part: source, reason and score",
        "--project DIR": "another project (default: this folder)",
      },
    },
    resume: {
      summary: "Resume a session in its client and folder",
      notes:
        "QUERY: words of the title, the folder, the branch or the conversation. Without it: this folder's newest session.",
    },
    cost: {
      summary: "Show tokens and money, from the clients' own records",
      rows: {
        "--since D": "since a date (2026-01-31), yesterday or an age (7d, 12h)",
        "--by KEY": "day (default), project, session, model or branch",
      },
      notes: "Other prices, or prices for other models: the setting prices in config.json.",
    },
    sessions: {
      summary: "List recorded sessions, newest first",
      rows: {
        "--project DIR": "only this project",
        "--client NAME": "only sessions of this client",
        "--since D": "since a date (2026-01-31), yesterday or an age (7d, 12h)",
        "--limit N": "at most N (default: 50)",
      },
    },
    session: {
      summary: "Show one session: prompts, tool calls, answers, summary",
      notes: "ID can be the first characters of the session's id.",
    },
    search: {
      summary: "Search everything Pawl has recorded",
      rows: {
        "--client NAME": "only sessions of this client",
        "--project DIR": "only this project",
        "--type T": "one of: $TYPES",
        "--since D": "since a date (2026-01-31) or an age (7d, 12h)",
        "--limit N": "at most N results (default: 10)",
        "--why": "show how each score was computed",
      },
    },
    hooks: {
      summary: "Manage your own hooks",
      rows: {
        list: "hooks of this project by event, with their source and status",
        init: "write a working example into this project",
        validate: "check all files; exit code 1 if there are errors",
        "test EVENT": "run the matching hooks on a sample event",
        "  --tool NAME": "use a sample of this tool (Edit, Write, Read, Bash)",
        "  --input FILE": "use a recorded event, or only the fields that differ; - is stdin",
        migrate: "move the hooks of .claude/hooks.json to .claude/pawl.json (previews first)",
        trust: "show what .claude/pawl.json runs, and allow exactly that",
        "  --revoke": "withdraw it",
        "  --user": "your own config.json instead: accept its gates as they are now",
        watch: "allow your own edits while it runs, and show every run with its input, answer and time",
        "--yes": "do not ask (migrate, trust)",
        "--project DIR": "another project (default: this folder)",
      },
    },
    chat: {
      summary: "Chat with Claude through the Agent SDK, with this project's hooks and memory",
      rows: {
        "--resume ID": "continue this session",
        "--model NAME": "use this model",
        "--cwd DIR": "work in this folder",
      },
      notes: [
        "With PROMPT or text on stdin, prints the answer and exits. Without, starts a conversation:",
        "/exit or Ctrl-D leaves, Ctrl-C stops the current turn, Ctrl-C twice at the prompt leaves.",
        "Hooks in the project's .claude/settings.json run. In a terminal, Pawl asks first unless you trust the",
        "folder in Claude Code. Without a terminal they run unasked, as in claude -p: use only trusted folders.",
      ].join("\n"),
    },
    workflow: {
      summary: "Start a workflow, move its stages, show its progress",
      rows: {
        "start TYPE": "standard, quick, debug, refactor, tdd, …, or one from config.json",
        "  --feature NAME": "feature's folder name (specs/features/in-progress, openspec/changes or specs)",
        "  --replace": "replace an unfinished workflow",
        "stage NAME STATUS": "set a stage to one of: $STATUSES",
        status: "stages, open tasks, next step",
        tasks: "open tasks",
        timeline: "events, oldest first",
        "  --limit N": "only the newest N",
        end: "end the workflow without finishing it",
        "--session ID": "id or its first characters (default: the calling session, else this folder)",
      },
    },
    remember: {
      summary: "Save a memory for later sessions of this project",
      rows: {
        "--uri U": "its name, such as project://patterns/errors; user:// applies to every project",
        "--priority N":
          "0–2: every session (default 2 without a condition, else 5), 3–5: when relevant, 6–7: on request, 8–10: never",
        "--disclosure D": 'when it is relevant: "When editing the build"',
        "--project DIR": "another project (default: this folder)",
      },
    },
    memory: {
      summary: "List, show and edit memories",
      rows: {
        list: "memories of this project and your own",
        "  --all": "of every project",
        "  --why": "explain when each one is loaded",
        "  --by WHO": "only by this author: user, model, import, team or a name",
        "  --limit N": "at most N (default: 200)",
        "show URI": "one memory with its relations; also system://boot, index, recent, stats",
        "keep URI": "confirm a proposal, so that it is injected",
        "drop URI": "drop a proposal or a rule, so that it is not proposed again",
        "edit URI [TEXT]": "change it; needs TEXT or at least one option below",
        "  --priority N": "0 (most important) to 10",
        "  --disclosure D": "when it is relevant",
        "  --status S": "one of: $STATUSES; with list: only these",
        "  --reason R": "why, for the history",
        "history URI": "its versions, newest first, with changes",
        "rollback URI VERSION": "restore an older version",
        "relate URI KIND URI": "KIND: relates_to, depends_on, contradicts, evolves_from",
        "rm URI": "archive it as deleted; pawl forget --uri deletes permanently",
        "  --yes": "with rm: delete the client's file without asking",
        "rename URI NAME": "rename a file of the client's memory",
        check: "memories that refer to something that no longer exists, and contradictions",
        "export [URI…]": "write memories as the client's own files: URIs or --all",
        "  --to-client": "write them into the client's memory folder, with their lines in MEMORY.md",
        "  --raw": "with show: the client's file as it is",
        "  --if HASH": "with edit, rename and rm: only if the file still has this hash",
        "--project DIR": "another project (default: this folder)",
      },
    },
    permission: {
      summary: "List and remove what you allowed and refused",
      rows: {
        list: "by kind of call, with the reason that you gave",
        "  --all": "of every project",
        "  --limit N": "at most N (default: 50)",
        "rm CALL": "forget the answers about one kind of call, such as 'Bash(git push)'",
        "--project DIR": "another project (default: this folder)",
      },
    },
    team: teamHelp,
    handoff: handoffHelp,
    solution: {
      summary: "List, add and remove solutions to errors",
      rows: {
        list: "best first",
        "  --all": "of every project",
        "  --limit N": "at most N (default: 50)",
        "add ERROR TEXT": "the error as printed, and what to do",
        "  --everywhere": "for all projects, not only this one",
        "rm ID": "remove one; list shows the ids",
        "--project DIR": "another project (default: this folder)",
      },
    },
    exclude: {
      summary: "Never record a folder, or list the excluded ones",
      rows: {
        "DIR|GLOB": "such as ~/private or '/srv/clients/*'; everything below it is left out too",
        "--remove": "record it again",
      },
    },
    forget: {
      summary: "Delete permanently (previews first)",
      rows: {
        "--session ID": "one session",
        "--project DIR": "everything about a project",
        "--uri U": "one memory with its versions",
        "--match TEXT": "everything that contains this text",
        "--by WHO": "memories by one author: user, model, import, team, or a name",
        "--before D": "everything before a date (2026-01-31) or an age (90d)",
        "--retention": "what the setting retention (days, megabytes) would delete now",
        "--file PATH": "also delete this file of the client's own memory",
        "--now": "give the disk space back at once, whatever the size",
        "--yes": "delete without asking",
      },
      notes: "Give exactly one of the first seven. You get a preview first.",
    },
    mcp: {
      summary: "Run the MCP server on stdin and stdout",
      rows: { "--project DIR": "another project (default: this folder)" },
      notes: "The client starts this. Works with or without the daemon.",
    },
    import: {
      summary: "Import past sessions from the clients' transcripts (safe to run again)",
      rows: {
        "--client NAME|all": "whose transcripts (default: those of the connected clients)",
        PATH: "a transcript or a folder of them (default: all of the connected clients)",
        "--since D": "since a date (2026-01-31) or an age (30d)",
        "--from claude-mem": "claude-mem: read its database (PATH, or its usual place)",
        "--dry-run": "preview only",
        "--yes": "import without asking",
      },
      notes: "Ctrl-C stops it. The next run continues from there.",
    },
    export: {
      summary: "Print all memories, solutions and sessions",
      rows: {
        "--format F": "json: complete records (default); md: for reading; csv: one row per record",
      },
    },
    backup: {
      summary: "Write all data to one file",
      notes: "Works while Pawl runs. Only you can read the file. It contains your sessions.",
    },
    restore: {
      summary: "Restore a backup (current data is kept as a copy)",
      rows: { "--yes": "do not ask, even if there is data" },
    },
    replay: {
      summary: "Measure the value of memory on your past sessions, against a random control",
      rows: {
        PATH: "a transcript or a folder of them, also compressed (default: all of the connected clients')",
        "--live":
          "your own memory instead: used and control per week, and the held-out sessions (recall.holdout)",
        "--rules": "also print every rule that was proposed or adopted",
        "--earlier N": "judge sessions with at least N earlier ones of their project (default: $EARLIER)",
        "--project":
          "treat all sessions as this folder's: the content of its CLAUDE.md is not injected again",
      },
      notes:
        "Plays the sessions in time order; memory holds only earlier events. Everything happens in a temporary\nfolder: your memory is not touched and no model is asked.",
    },
    doctor: {
      summary: "Check the installation and suggest fixes",
      rows: {
        "--fix": "fix what can be fixed safely",
        "--deep": "read every page of the database and all transcripts; takes seconds per gigabyte",
        "--scan": "search all records for secrets; with --fix, replace them",
      },
    },
  },
} as const;
