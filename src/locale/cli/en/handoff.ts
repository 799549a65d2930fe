/** `pawl handoff`: where the work stands, for somebody else. */

export const handoff = {
  noSession: "No session is recorded in this folder.",
  noSessionHint: "Name one: pawl handoff SESSION. pawl sessions lists them.",
  preview: "This will be handed over:",
  ask: (file: string) => `Write it to ${file}?`,
  nothing: "Nothing was written.",
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
};

export const handoffHelp = {
  summary: "Hand over where a session's work stands",
  rows: {
    SESSION: "the session, by its id or the start of it (default: this one, or the newest of this folder)",
    "--to NAME": "whom it is for; stands in the file",
    "--file FILE": "where to write it (default: handoff-ID.json in this folder)",
    "--take FILE": "take a handoff: the next session in this project starts with it",
    "--yes": "write without asking, after showing it",
  },
};
