/** `pawl handoff`: where the work stands, for somebody else. */

export const handoff = {
  noSession: "No session is recorded in this folder.",
  noSessionHint: "Name one: pawl handoff SESSION. pawl sessions lists them.",
  preview: "This will be handed over:",
  ask: (file: string) => `Write it to ${file}?`,
  nothing: "Nothing was written or handed over.",
  written: (file: string) =>
    `Written to ${file}. Send it; the receiver runs in the project: pawl handoff --take FILE`,
  exists: (file: string) => `${file} exists already.`,
  existsHint: "Name another file with --file.",
  notWritten: (file: string, detail: string) => `${file} could not be written: ${detail}`,
  noHandoff: (file: string) => `${file} is no handoff that this version of Pawl can read.`,
  noHandoffHint: "It is made with: pawl handoff --file FILE",
  otherProject: (theirs: string, here: string) => `It is about ${theirs}; this folder is ${here}.`,
  otherProjectHint: "Run it in a clone of that project.",
  take: "Give a handoff to the next session in this project",
  taken: (from: string) => `The next session in this project starts with what ${from} handed over.`,
  replaced: (from: string) => `It takes the place of what ${from} handed over before.`,
  dryRun: "This was a dry run: nothing was written or handed over.",
  askTeam: (to: string) =>
    to === "" ? "Hand it over to every member of this project?" : `Hand it over to ${to}?`,
  sent: (to: string) =>
    to === ""
      ? "The next session of every member in this project starts with it. pawl handoff --list shows who took it."
      : `The next session of ${to} in this project starts with it. pawl handoff --list shows when it was taken.`,
  waits: (reason: string) => `It waits in the outbox: ${reason}`,
  older: "The team's database is older than this Pawl. It goes when the team's owner has updated Pawl.",
  refused: (to: string) =>
    `No other member of this project is called ${to}, or you may only read it. Nothing was handed over.`,
  refusedHint: "Run pawl team members.",
  notSharedHint: "Share the project with pawl team share on, or write a file with --file.",
  none: "Nothing was handed over through the team.",
  to: (name: string) => (name === "" ? "to all" : `to ${name}`),
  from: (name: string) => `from ${name}`,
  states: {
    leaving: "waits to go out",
    sent: "not taken yet",
    refused: "refused: no such member, or you may only read",
    withdrawn: "taken back",
    waiting: "your next session starts with it",
    unreadable: "needs a newer Pawl",
    taken: (when: string) => `taken ${when}`,
    takenBy: (name: string, when: string) => `taken by ${name} ${when}`,
    dropped: "forgotten here",
  },
  withdrawn: "Taken back. Whoever has taken it keeps it.",
  unknown: (id: string) => `Nothing that you handed over has the id ${id}.`,
  unknownHint: "Run pawl handoff --list.",
};

export const handoffHelp = {
  summary: "Hand over where a session's work stands",
  rows: {
    SESSION: "the session, by its id or the start of it (default: this one, or the newest of this folder)",
    "--to NAME": "whom it is for; in a shared project of your team it reaches them by itself",
    "--file FILE": "write a file (default without a team: handoff-ID.json in this folder)",
    "--take FILE": "take a handoff: the next session in this project starts with it",
    "--yes": "after showing it, without asking",
    "--dry-run": "only show it",
    "--list": "what was handed over through the team, and who took it",
    "--withdraw ID": "take back what was handed over",
  },
};
