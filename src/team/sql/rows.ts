/** Rows of the team's tables as values. */

import type { SeenVersions } from "../records/seen.ts";
import type { OutboxItem, TeamChange, TeamFolder, TeamHead, TeamLink } from "./types.ts";

export interface HeadRow extends Omit<TeamHead, "seen" | "body"> {
  seen: string;
  body: string | null;
}

export function toHead({ seen, body, ...row }: HeadRow): TeamHead {
  return { ...row, seen: JSON.parse(seen) as SeenVersions, ...(body === null ? {} : { body }) };
}

export interface LinkRow extends Omit<TeamLink, "seen"> {
  seen: string;
}

export function toLink({ seen, ...row }: LinkRow): TeamLink {
  return { ...row, seen: JSON.parse(seen) as SeenVersions };
}

export interface FolderRow {
  folder: string;
  project: string;
  summaries: number;
  client_memory: number;
}

export function toFolder({ client_memory, summaries, ...row }: FolderRow): TeamFolder {
  return { ...row, summaries: summaries === 1, clientMemory: client_memory === 1 };
}

export type ChangeRow = TeamChange;
export type OutboxRow = OutboxItem;
