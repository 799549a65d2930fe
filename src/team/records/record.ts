/** What a team shares: the content of one record. Never a prompt or an output, except the sentence that it quotes. */
import type { Cure, DigestFailure } from "../../memory/digest/types.ts";
import type { MemoryOrigin, MemoryStatus } from "../../memory/records/memory.ts";

export interface SharedMemory {
  kind: "memory";
  uri: string;
  content: string;
  priority: number;
  disclosure?: string;
  status: Exclude<MemoryStatus, "proposed">;
  origin: MemoryOrigin;
  /** The sentence that it was taken from, and when it was said. */
  evidence?: string;
  saidAt?: number;
  /** The file it speaks of, from the project's root. */
  file?: string;
}

/** A failure with what cured it. */
export interface SharedSolution {
  kind: "solution";
  failure: Omit<DigestFailure, "observation" | "openedIn" | "cure"> & { cure: Cure };
  /** In how many sessions it was seen, as far as that matters. */
  sessions: number;
}

/** What somebody wrote down about an error. */
export interface WrittenSolution {
  kind: "written-solution";
  fingerprint: string;
  toolName: string;
  errorSample: string;
  text: string;
  steps: string[];
}

interface SharedPitfall {
  kind: "pitfall";
  key: string;
  text: string;
}

interface SharedCommand {
  kind: "command";
  command: string;
  purpose?: string;
}

interface SharedSummary {
  kind: "summary";
  /** Names the session on its machine only. */
  session: string;
  text: string;
  lastAt: number;
}

/** A file of the client's own memory. */
export interface SharedClientMemory {
  kind: "client-memory";
  name: string;
  type: "project" | "feedback" | "reference";
  title?: string;
  content: string;
}

export type SharedBody =
  | SharedMemory
  | SharedSolution
  | WrittenSolution
  | SharedPitfall
  | SharedCommand
  | SharedSummary
  | SharedClientMemory;
