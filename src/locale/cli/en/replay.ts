/** `pawl replay`. Numbers come in as they are shown. */
export const replay = {
  sessions: "sessions",
  stopped: "Stopped. Nothing was kept.",
  none: "No transcripts found to replay.",
  wholeNumber: "{option} must be a whole number, not {value}.",
  judged:
    "{#sessions session} of {#projects project}; judged: {#judged}, those with at least {#earlier} earlier sessions of their project.",
  tooFew: "Too few sessions to judge. --earlier 1 judges every session with at least one earlier session.",
  items: "items",
  tokens: "tokens",
  used: "used",
  control: "control",
  difference: "difference",
  to: "{low} to {high}",
  all: "everything inferred",
  byKind: "by kind",
  byWeek: "by week",
  exempt: "* written by people, or promised: not part of the sum",
  perSession: "Tokens per session: {#mean} (median {#median}); *: {#exemptMean} ({#exemptMedian}).",
  ranking:
    "A related session ranks first for {pawl} of {#queries} first prompts; with plain full-text search {fts}, with the newest session {newest}.",
  silence:
    "With the related sessions removed, nothing was injected at {first} of {#firstPrompts} first prompts and {all} of all {#prompts}.",
  solutions:
    "Solutions: {#offered} offered; outcome known: {#known}; fixed by an offered step: {#cured}; offered at a run that passed: {#passing}.",
  usedMeans:
    "Used: later in the session its file was touched, its command run or three of its rare words mentioned, and none of that occurred before.",
  controlMeans:
    "Control: the same for a random item of the same kind from the project's past. Difference: used − control in points, 95 % interval.",
  limits:
    "The sessions ran without these items: this shows which items would have fitted, not what they would have changed.",
  /** Instead of a share: too few items to judge. */
  tooFewItems: "too few",
  rules: "Rules: {#active} active, {#others} proposed or archived.",
  live: "{#sessions session} in your memory.",
  nothingInjected: "Nothing was injected yet, so there is nothing to judge.",
  noHoldout:
    "No hold-out. With {setting} one session in ten gets nothing inferred, and the two groups can be compared.",
  holdout: "Hold-out: {#without session} without inferred items, {#withItems} with them.",
  holdoutTooFew: "Too few to tell: each group needs at least {#needed}.",
  measures: {
    repeatedFailures: "failures that an earlier session had too",
    callsUntilFirstEdit: "tool calls until the first edit",
    injectedTokens: "injected tokens",
  },
  compared: "{measure}: {withItems} with, {without} without; {verdict}",
  chance: "difference {low} to {high}: may be chance",
  clear: "difference {low} to {high}: more than chance",
  incomparable: "too few to compare",
} as const;
