import type { InjectedWords } from "../injected-words.ts";
import { s } from "./plural.ts";

export const injected: InjectedWords = {
  parts: { list: "Injections", used: "Was it used?", next: "Next session" },
  items: (n) => s(n, "item", "items"),
  forSession: "For",
  usedTitle: "What was used",
  usedLead:
    "An item counts as used if a file, command or rare word of it turns up later in the session, and not because of the call that caused it. The control is the share of random items from other sessions that would have counted: only what is above it is worth something.",
  making: "Reading your sessions …",
  notEnough: "Nothing was injected yet.",
  columns: {
    week: "Week of",
    kind: "Kind",
    items: "Items",
    tokens: "Tokens",
    used: "Used",
    control: "Control",
    difference: "Difference (95 %)",
  },
  controlHint: "no control",
  thisWeek: (items, tokens, used, control) =>
    `${s(items, "item", "items")} and ${s(tokens, "token", "tokens")} in the newest week: ${used} used, control ${control}.`,
  all: "All weeks",
  byYou: "Written or confirmed by you",
  byPawl: "Inferred by Pawl",
  kinds: {
    memory: "memory",
    rule: "rule",
    decision: "decision",
    "previous-session": "previous session",
    session: "earlier session",
    note: "note",
    file: "file",
    solution: "solution",
    command: "command",
    permission: "permission",
    tasks: "open tasks",
    hint: "hint",
  },
  nextLead:
    "What a new session in this project would get right now. It changes as soon as you save a setting.",
  nextNone: "A new session in this project would get nothing.",
  nextTokens: (tokens, sources) => `${s(tokens, "token", "tokens")} from ${s(sources, "source", "sources")}`,
  shapedBy: "Settings that shape it",
  edit: "Edit",
  save: "Save",
  remove: "Delete",
  removed: "Memory deleted.",
  mutedNow: "It will not be injected again.",
  unmutedNow: "It may be injected again.",
};
