/** What every action of `pawl memory` is given, and how it names a memory. */

import { agentSession } from "../../clients/agent-session.ts";
import { isClientUri } from "../../memory/client/uri.ts";
import type { Authorship } from "../../memory/records/authorship.ts";
import type { Memory } from "../../memory/records/memory.ts";
import { PawlError } from "../../platform/errors.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import { type CommandInput, UsageError } from "../command.ts";
import { words } from "../words.ts";
import { openClientFiles } from "./client.ts";

export interface Action {
  store: Store;
  project: string;
  rest: readonly string[];
  values: CommandInput["values"];
}

/** A memory of the client's may lie in another folder of the same project. */
export async function placeOf(uri: string, { store, project }: Action): Promise<string> {
  if (!isClientUri(uri)) return project;
  return (await openClientFiles(store).files.find(uri, project))?.project ?? project;
}

export function named(rest: readonly string[], action: string): string {
  const [uri] = rest;
  if (uri === undefined) throw new UsageError(words.errors.missingUri, `memory ${action} URI`);
  return uri;
}

export function unknownMemory(uri: string): PawlError {
  return new PawlError("memory_unknown", words.errors.memoryUnknown(uri), {
    hint: words.errors.memoryUnknownHint,
  });
}

// Who speaks in a command, and how an author is shown. Inside an agent's session a model may have typed it.

/** The author of what a command writes about this project, and the name that its history shows. */
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
  const name = quote(authorName ?? "?", 40);
  const by = words.memory.by;
  const who = author === "model" || author === "team" ? by[author](name) : by[author];
  return place === undefined ? who : `${who}, ${words.memory.places[place]}`;
}

/** Any number; the memory itself checks the range. */
export function toPriority(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const priority = Number(value);
  if (value.trim() === "" || Number.isNaN(priority)) {
    throw new UsageError(words.errors.optionNumber("--priority", 0, 10, value));
  }
  return priority;
}
