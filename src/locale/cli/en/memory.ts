/** Words of `pawl remember` and `pawl memory`. */

export const remember = {
  saved: "Saved as {uri}.",
  proposed: "Proposed as {uri}. The user confirms it: pawl memory keep {uri}",
  known: "Already remembered: {uri}.",
  /** When the memory is injected. */
  when: {
    start: "It is injected at the start of the next session in this project.",
    everywhere: "It is injected at the start of the next session, in every project.",
    files: "It is injected when a file is touched that fits its condition: {condition}",
    prompts: "It is injected when a prompt fits its condition: {condition}",
    relevant: "It is injected when a prompt or a file is related to it.",
    asked: "It is injected on request only.",
    never: "It is never injected.",
  },
} as const;

export const memory = {
  none: 'No memories yet. Add one: pawl remember "…"',
  priority: "priority {#n}",
  version: "version {#n}",
  fromSession: "session {id}",
  origin: "from {from}, changed {changed}, injected {#times time}",
  evidence: "evidence: “{text}”",
  by: {
    user: "by you",
    model: "noted by {name}",
    import: "imported",
    repository: "from the repository",
    team: "from your team, {name}",
  },
  /** The way in. */
  places: {
    command: "with a command",
    page: "on the page",
    api: "over the API",
    prompt: "in a prompt",
    mcp: "over MCP",
    "client-file": "in a file of the client's memory",
    commit: "in a commit",
    summary: "in a summary",
    transcript: "in a transcript",
    pull: "from the team's database",
  },
  /** When it is injected, in a list. */
  when: {
    start: "every session",
    with: "with {condition}",
    relevant: "when it fits",
    asked: "on request",
    never: "never injected",
  },
  proposal: "A proposal: not injected until you run pawl memory keep {uri}",
  kept: "Kept {uri}.",
  dropped: "Dropped {uri}. It is not proposed again.",
  changed: "{uri} is now at version {#version}.",
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
    over: "Already archived or deleted.",
    taskEnded: "Its session ended.",
    task: "Ends with its session.",
    stays: "Kept.",
    untilRemoved: "Kept until you remove it.",
    idle: "Not used for {#days day}, so it expires.",
    expires: "Expires if not used for another {#days day}.",
  },
  rollbackReason: "back to version {#version}",
  rolledBack: "Restored version {#to} of {uri} as version {#version}.",
  removed: "Removed {uri}. To undo: pawl memory edit {uri} --status active",
} as const;
