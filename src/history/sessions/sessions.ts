/** What is known of running sessions beyond their records: notes, the project they belong to, what they were forked from. */
import type { Store } from "../../store/store.ts";
import { createLineages } from "./lineages.ts";
import { createSessionMemory } from "./session-notes.ts";
import { createSessionProjects } from "./session-projects.ts";

export type Sessions = ReturnType<typeof createSessions>;

/** `fallback`: the project of a session that names no folder. */
export function createSessions(deps: {
  store: Store;
  redaction: number;
  projectOf(cwd: string): string;
  fallback: string;
}) {
  return {
    notes: createSessionMemory(deps.store, deps.redaction),
    lineages: createLineages(deps.store),
    /** Not the folder of the moment: a session belongs to the project that it started in. */
    projectOf: createSessionProjects(deps),
  };
}
