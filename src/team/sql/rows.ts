/** The team's access to the database, and its rows as values. */
import type { Database } from "bun:sqlite";
import type { Named } from "../../store/values.ts";
import type { SeenVersions } from "../records/seen.ts";
import type { TeamFolder, TeamHead, TeamLink } from "./types.ts";

/** Prepared statements with their purpose. A whole record may be passed; extra fields are ignored. */
export function statementsOf(db: Database) {
  return {
    all: <Row>(text: string, values: object = {}): Row[] => db.query<Row, Named>(text).all(values as Named),
    get: <Row>(text: string, values: object = {}): Row | null =>
      db.query<Row, Named>(text).get(values as Named),
    /** How many rows it changed. */
    run: (text: string, values: object = {}): number =>
      db.query<unknown, Named>(text).run(values as Named).changes,
  };
}

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
