/** The part of the port for digests: what recall reads of a project's past sessions. */
import type { SessionDigest } from "../../memory/digest/types.ts";

export interface DigestFilter {
  project: string;
  /** Skip these sessions: they already have it. */
  except?: readonly string[];
  /** Only sessions that started before this. */
  before?: number;
  limit: number;
}

export interface DigestStore {
  /** Replaces the session's digest. Nothing happens for a session that is not stored. */
  saveDigest(digest: SessionDigest): Promise<void>;
  /** Of this version of digests, newest session first. */
  digests(filter: DigestFilter): Promise<SessionDigest[]>;
  /** The sessions of these digests, in the same order: whoever answers others meanwhile reads a few at a time. */
  digestedSessions(filter: Pick<DigestFilter, "project" | "limit">): Promise<string[]>;
  /** How many were ever deleted: when it grows, caches of digests are read again. */
  digestsDeleted(): Promise<number>;
  /** Sessions of a project whose digest is missing or of another version, newest first. */
  sessionsWithoutDigest(limit: number, project?: string): Promise<string[]>;
}
