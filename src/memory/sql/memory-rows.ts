/** Converts rows of memories and learned items to records. */

import type { Author, WayIn } from "../../store/records/authorship.ts";
import { type PackedColumns, unpack } from "../../store/records/rows.ts";
import { known, present, toNullable, toText } from "../../store/values.ts";
import { inputField } from "../../text/input-text.ts";
import { reasonIn } from "../learn/permissions.ts";
import type { PermissionDecision, Solution, SolutionSource } from "../records/knowledge.ts";
import type { Memory, MemoryOrigin, MemoryStatus, MemoryVersion, Provenance } from "../records/memory.ts";

export interface MemoryRow {
  id: number;
  uri: string;
  project: string;
  content: string;
  priority: number;
  disclosure: string | null;
  status: MemoryStatus;
  origin: MemoryOrigin;
  author: Author;
  author_name: string | null;
  place: WayIn | null;
  provenance: string | null;
  redaction: number;
  access_count: number;
  accessed_at: number | null;
  created_at: number;
  updated_at: number;
  version: number;
}

export function toMemory(row: MemoryRow): Memory {
  return present({
    id: `memory-${row.id}`,
    uri: row.uri,
    project: row.project,
    content: row.content,
    priority: row.priority,
    disclosure: known(row.disclosure),
    status: row.status,
    origin: row.origin,
    author: row.author,
    authorName: known(row.author_name),
    place: known(row.place),
    provenance: toProvenance(row.provenance),
    redaction: row.redaction,
    accessCount: row.access_count,
    accessedAt: known(row.accessed_at),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  });
}

export interface VersionRow {
  version: number;
  content: string;
  priority: number;
  disclosure: string | null;
  status: MemoryStatus;
  at: number;
  author: string;
  reason: string | null;
}

export function toVersion(row: VersionRow): MemoryVersion {
  return present({ ...row, disclosure: known(row.disclosure), reason: known(row.reason) });
}

export interface SolutionRow {
  id: number;
  project: string;
  fingerprint: string;
  kind: string;
  tool_name: string;
  error_sample: string;
  text: string;
  steps: string;
  source: SolutionSource;
  author: Author;
  author_name: string | null;
  place: WayIn | null;
  provenance: string | null;
  redaction: number;
  successes: number;
  failures: number;
  created_at: number;
  last_seen_at: number;
}

export function toSolution(row: SolutionRow): Solution {
  return present({
    id: `solution-${row.id}`,
    project: row.project,
    fingerprint: row.fingerprint,
    kind: row.kind,
    toolName: row.tool_name,
    errorSample: row.error_sample,
    text: row.text,
    steps: JSON.parse(row.steps) as string[],
    source: row.source,
    provenance: toProvenance(row.provenance),
    redaction: row.redaction,
    successes: row.successes,
    failures: row.failures,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  });
}

export interface PermissionRow extends PackedColumns {
  key: string;
  project: string;
  session_id: string;
  at: number;
  tool_name: string;
  subject: string;
  decision: PermissionDecision["decision"];
}

export function toPermission(stored: PermissionRow): PermissionDecision {
  const { session_id, tool_name, input, response, packed, ...row } = stored;
  // The reason in the call's response, if the call is stored.
  const call = unpack({ input, response, packed });
  const reason = row.decision === "deny" ? reasonIn(call.response) : undefined;
  const command = inputField(call.input, "command")?.trim().replace(/\s+/g, " ");
  return {
    ...row,
    sessionId: session_id,
    toolName: tool_name,
    ...(reason === undefined ? {} : { reason }),
    ...(command === undefined ? {} : { command }),
  };
}

/** Written by this store. */
function toProvenance(json: string | null): Provenance | undefined {
  return json === null ? undefined : (JSON.parse(json) as Provenance);
}

/** The two columns of a provenance. */
export function provenanceColumns(provenance: Provenance | undefined) {
  return {
    provenance: provenance === undefined ? null : toText(JSON.stringify(provenance)),
    sessionId: toNullable(provenance?.sessionId),
  };
}

/** The number in an id such as `memory-12`; undefined for another kind or an invalid id. */
export function numberOf(id: string, kind: string): number | undefined {
  const [, of, digits] = /^([a-z]+)-(\d{1,15})$/.exec(id) ?? [];
  return of === kind ? Number(digits) : undefined;
}
