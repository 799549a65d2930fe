/** What every action of `pawl memory` is given, and how it names a memory. */
import { isClientUri } from "../../memory/client/uri.ts";
import { PawlError } from "../../platform/errors.ts";
import type { Store } from "../../store/store.ts";
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
