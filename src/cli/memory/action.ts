/** The context of every `pawl memory` action, and how it names a memory. */

import { agentSession } from "../../clients/agent-session.ts";
import type { Memory } from "../../memory/records/memory.ts";
import { changeMemory } from "../../memory/remember/remember.ts";
import { systemClock } from "../../platform/clock.ts";
import { PawlError } from "../../platform/errors.ts";
import { redactor } from "../../redact/redactor.ts";
import type { Authorship } from "../../store/records/authorship.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import { type CommandInput, UsageError } from "../command.ts";
import { words } from "../words.ts";

export interface Action {
  store: Store;
  project: string;
  rest: readonly string[];
  input: CommandInput;
}

export function named(rest: readonly string[], action: string): string {
  const [uri] = rest;
  if (uri === undefined) throw new UsageError(words.errors.missingUri, `memory ${action} URI`);
  return uri;
}

export function unknownMemory(uri: string): PawlError {
  const { memoryUnknown, memoryUnknownHint: hint } = words.errors;
  return new PawlError("memory_unknown", memoryUnknown(uri), { hint });
}

type Edit = Parameters<typeof changeMemory>[2];

/** Changes a memory on behalf of the person or agent that typed the command. */
export function change({ store, project }: Action, uri: string, edit: Edit): Promise<Memory> {
  const by = { ...commandAuthor(project), at: systemClock() };
  return changeMemory(store, { uri, project }, edit, by, redactor);
}

// Determines the author of a command, and how an author is shown. Inside an agent's session a model may have typed it.

/** The author of a command's writes in this project, and the name in its history. */
export function commandAuthor(project: string): { author: string; by: Authorship } {
  const agent = agentSession({ project })?.replace(/-(?:code|cli)$/, "");
  if (agent === undefined) return { author: "terminal", by: { author: "user", place: "command" } };
  return { author: agent, by: { author: "model", authorName: agent, place: "command" } };
}

/** "noted by claude, over MCP" */
export function authorLine({
  author,
  authorName,
  place,
}: Pick<Memory, "author" | "authorName" | "place">): string {
  const by = words.memory.by;
  const who = author === "model" || author === "team" ? by[author](quote(authorName ?? "?", 40)) : by[author];
  return place === undefined ? who : `${who}, ${words.memory.places[place]}`;
}

/** Any number; the memory itself checks the range. */
export function priorityIn(input: CommandInput): number | undefined {
  const given = input.text("priority");
  if (given === undefined) return undefined;
  const priority = Number(given);
  if (given.trim() !== "" && !Number.isNaN(priority)) return priority;
  throw new UsageError(words.errors.optionNumber("--priority", 0, 10, given));
}
