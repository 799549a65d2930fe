/** State shared by the synchronization steps: the store, this machine's identity, the format, and one server round. */
import type { Store } from "../store/store.ts";
import type { Redact } from "./bodies.ts";
import type { Codec } from "./codec.ts";
import type { Hello, TeamServer } from "./server/team-server.ts";

export interface TeamParts {
  store: Store;
  redact: Redact;
  codec: Codec;
  /** Counts this machine's changes. */
  device: string;
  /** This member, as the others see them. */
  member: { id: number; name: string };
  now(): number;
  /** Nothing leaves a folder that the user excluded. */
  isExcluded(folder: string): boolean;
}

/** A project shared here, as the server described it at the start of the round. */
export interface SharedProject extends Omit<Hello["projects"][number], "id" | "key"> {
  /** On every machine. */
  project: string;
  /** On the server. */
  number: number;
}

type Handing = "handOver" | "takeHandoff" | "withdrawHandoff" | "handoffs";

export interface TeamRound {
  server: Pick<TeamServer, "hello" | "push" | "pull" | "members" | "names" | "shareProject" | Handing>;
  /** The server's first answer. */
  hello: Hello;
  projects: readonly SharedProject[];
  nameOf(member: number): Promise<string>;
}

/** Yields to hooks and other work on this thread. */
export const breathe = (): Promise<void> => Bun.sleep(0);

/** After a full batch. The engine alone would keep dozens of batches before it frees them. */
export const freeMemory = (): void => Bun.gc(true);
