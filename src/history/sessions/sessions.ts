/** What is known of running sessions beyond their records: notes, the project they belong to, what they were forked from. */
import type { KnownInput } from "../../clients/index.ts";
import type { Store } from "../../store/store.ts";
import { createLineages, type Lineages } from "./lineages.ts";
import { createSessionMemory, type SessionMemory } from "./session-notes.ts";
import { createSessionProjects } from "./session-projects.ts";

export interface Sessions {
  notes: SessionMemory;
  lineages: Lineages;
  /** Not the folder of the moment: a session belongs to the project that it started in. */
  projectOf(input: KnownInput): Promise<string>;
}

interface SessionsDeps {
  store: Store;
  redaction: number;
  projectOf(cwd: string): string;
  /** The project of a session that names no folder. */
  fallback: string;
}

export function createSessions({ store, redaction, projectOf, fallback }: SessionsDeps): Sessions {
  return {
    notes: createSessionMemory(store, redaction),
    lineages: createLineages(store),
    projectOf: createSessionProjects({ store, projectOf, fallback }),
  };
}
