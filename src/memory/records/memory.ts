/** A memory: one fact with a name. Defines validity and transitions. */
import { type ErrorParams, PawlError } from "../../platform/errors.ts";
import type { Author, Authorship, WayIn } from "../../store/records/authorship.ts";

const NAMESPACES = ["project", "workflow", "user", "task", "system", "client"] as const;
type Namespace = (typeof NAMESPACES)[number];

export const MEMORY_STATUSES = ["proposed", "active", "deprecated", "archived", "deleted"] as const;
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

/** The creator: the user, Pawl from its observations, or a model on request. */
const MEMORY_ORIGINS = ["user", "derived", "model"] as const;
export type MemoryOrigin = (typeof MEMORY_ORIGINS)[number];

export const RELATION_KINDS = ["relates_to", "depends_on", "contradicts", "evolves_from"] as const;
type RelationKind = (typeof RELATION_KINDS)[number];

export const DEFAULT_PRIORITY = 5;
/** In bytes of UTF-8. */
export const CONTENT_LIMIT = 64 * 1024;
const DISCLOSURE_LIMIT = 500;
const URI_LIMIT = 300;

/** The origin of a derived record. */
export interface Provenance {
  sessionId?: string;
  /** The key of its source record. */
  event?: string;
  /** The time of its source; the memory itself may be created much later. */
  at?: number;
  file?: string;
  /** The user's own sentence, or the lines that show it. */
  evidence?: string;
  /** For a `client://` memory: the client's file from which it was copied. */
  client?: ClientSource;
  /** For a record from another member of the team. */
  team?: TeamSource;
}

interface TeamSource {
  author: string;
  /** The time of its source, by the author's clock. */
  at: number;
}

/** A file of the client's own memory, as of the last read. */
export interface ClientSource {
  path: string;
  /** The hash of its bytes. */
  hash: string;
  mtimeMs: number;
  size: number;
  title?: string;
  type?: string;
  /** The branch on which it was written, unless everyone works on that branch. */
  branch?: string;
}

export interface Memory {
  /** Opaque; names the record in its store, as a search hit's `id` does. */
  id: string;
  uri: string;
  /** The project's root; empty for `user://`, which applies everywhere. */
  project: string;
  content: string;
  /** 0 matters most. */
  priority: number;
  /** "When …": the condition for its injection. */
  disclosure?: string;
  status: MemoryStatus;
  origin: MemoryOrigin;
  /** The author, the author's name, and the entry point. */
  author: Author;
  authorName?: string;
  place?: WayIn;
  provenance?: Provenance;
  redaction: number;
  accessCount: number;
  accessedAt?: number;
  createdAt: number;
  updatedAt: number;
  /** Counts from 1. */
  version: number;
}

/** The details of a change. */
export interface Change {
  at: number;
  /** The program that writes it: terminal, page, pawl, claude, or a teammate's name. */
  author: string;
  /** The author of the words, if the program alone does not tell. Set by the entry point, never by the sender. */
  by?: Authorship;
  reason?: string;
}

/** Absent fields stay unchanged, or get the default in a new memory. */
export interface MemoryDraft extends Change {
  uri: string;
  project: string;
  content: string;
  priority?: number;
  disclosure?: string;
  /** In a new memory: `active` when the user made it, else `proposed`. */
  status?: MemoryStatus;
  origin: MemoryOrigin;
  provenance?: Provenance;
  redaction: number;
}

export interface MemoryPatch {
  content?: string;
  /** The redaction version of the new content. */
  redaction?: number;
  priority?: number;
  /** An empty text removes it. */
  disclosure?: string;
  status?: MemoryStatus;
  /** The author of the words from now on. `user` protects them from what Pawl derives. */
  origin?: MemoryOrigin;
}

export interface MemoryVersion {
  version: number;
  content: string;
  priority: number;
  disclosure?: string;
  status: MemoryStatus;
  at: number;
  author: string;
  reason?: string;
}

export interface Relation {
  from: string;
  to: string;
  kind: RelationKind;
}

/** The parts of a URI; throws `memory_uri_invalid`. */
export function parseUri(uri: string): { namespace: Namespace; path: string } {
  const [, scheme = "", path = ""] = /^([a-z]+):\/\/(.*)$/su.exec(uri) ?? [];
  const namespace = NAMESPACES.find((name) => name === scheme);
  if (namespace === undefined) {
    throw invalidUri(uri, `A memory's URI starts with one of ${NAMESPACES.map((n) => `${n}://`).join(" ")}.`);
  }
  if (!isPath(path)) {
    throw invalidUri(
      uri,
      `Behind ${namespace}:// stand names between single slashes, such as patterns/errors, without spaces.`,
    );
  }
  return { namespace, path };
}

/** A writable URI. `system://` is read-only, because it is derived from other records. */
export function parseWritableUri(uri: string): { namespace: Namespace; path: string } {
  const parsed = parseUri(uri);
  if (parsed.namespace !== "system") return parsed;
  throw invalidUri(uri, "system:// shows what Pawl knows and cannot be written; use project:// or user://.");
}

/** `user://` applies in every project; the same `project://` URI in two projects is two memories. */
export function scopeOf(uri: string, project: string): string {
  const { namespace } = parseUri(uri);
  return namespace === "user" || namespace === "system" ? "" : project;
}

function isPath(path: string): boolean {
  if (path === "" || path.length > URI_LIMIT || !path.isWellFormed()) return false;
  if (/[\s\p{Cc}\p{Cf}\p{Cs}?#"<>\\^`{|}]/u.test(path)) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

function invalidUri(uri: string, hint: string): PawlError {
  return new PawlError("memory_uri_invalid", `${JSON.stringify(uri.slice(0, 80))} is no URI of a memory.`, {
    hint,
    params: { uri: JSON.stringify(uri.slice(0, 80)) },
  });
}

/** Throws `memory_invalid` if a field is invalid. */
export function checkMemory(fields: MemoryPatch): void {
  const { content, priority, disclosure, status } = fields;
  if (content !== undefined) checkContent(content);
  if (priority !== undefined && !(Number.isInteger(priority) && priority >= 0 && priority <= 10)) {
    throw invalid(`A priority is a whole number from 0 (matters most) to 10, not ${priority}.`, {
      kind: "priority",
      value: priority,
    });
  }
  if (disclosure !== undefined && disclosure.length > DISCLOSURE_LIMIT) {
    throw invalid(`A disclosure has at most ${DISCLOSURE_LIMIT} characters, not ${disclosure.length}.`, {
      kind: "disclosure",
      limit: DISCLOSURE_LIMIT,
      length: disclosure.length,
    });
  }
  if (status !== undefined && !MEMORY_STATUSES.includes(status)) {
    throw invalid(`A status is one of ${MEMORY_STATUSES.join(", ")}, not ${String(status)}.`);
  }
}

function checkContent(content: string): void {
  if (content.trim() === "") throw invalid("A memory needs words.", { kind: "empty" });
  // A character has at least one byte and at most three per UTF-16 unit: most texts need no counting.
  if (
    content.length > CONTENT_LIMIT ||
    (content.length * 3 > CONTENT_LIMIT && bytesOf(content) > CONTENT_LIMIT)
  )
    throw invalid(
      `A memory has at most ${CONTENT_LIMIT / 1024} kB; this one has ${Math.ceil(bytesOf(content) / 1024)} kB.`,
      { kind: "large", limit: CONTENT_LIMIT / 1024, size: Math.ceil(bytesOf(content) / 1024) },
      "Keep the fact and leave out the rest, or make several memories of it.",
    );
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

function invalid(message: string, params: ErrorParams = {}, hint?: string): PawlError {
  return new PawlError("memory_invalid", message, { params, ...(hint === undefined ? {} : { hint }) });
}

/** Allowed transitions. A proposal is made once, and a decision about it cannot be undone. */
const NEXT: Readonly<Record<MemoryStatus, readonly MemoryStatus[]>> = {
  proposed: ["active", "archived", "deleted"],
  active: ["deprecated", "archived", "deleted"],
  deprecated: ["active", "archived", "deleted"],
  archived: ["active", "deprecated", "deleted"],
  deleted: ["active"],
};

/** Throws `memory_status` if the transition is not allowed. */
export function checkTransition(from: MemoryStatus, to: MemoryStatus): void {
  if (from === to || NEXT[from].includes(to)) return;
  throw new PawlError("memory_status", `A memory that is ${from} cannot become ${to}.`, {
    hint: `It can become ${NEXT[from].join(" or ")}.`,
    params: { from, to, next: NEXT[from].join(", ") },
  });
}

/**
 * True if a draft must leave the existing memory alone. Derived records neither replace the user's own words nor restore a
 * discarded memory.
 */
export function isKept(
  known: Pick<Memory, "origin" | "status">,
  draft: Pick<MemoryDraft, "origin">,
): boolean {
  return draft.origin === "derived" && (known.origin === "user" || known.status === "deleted");
}

/** Throws `relation_invalid` for an invalid relation; `reaches` follows existing relations. */
export function checkRelation(relation: Relation, reaches: (from: string, to: string) => boolean): void {
  const { from, to, kind } = relation;
  if (!RELATION_KINDS.includes(kind)) {
    throw badRelation(`A relation is one of ${RELATION_KINDS.join(", ")}, not ${String(kind)}.`);
  }
  if (from === to)
    throw badRelation(`${from} cannot stand in a relation to itself.`, { kind: "self", uri: from });
  if ((kind === "depends_on" || kind === "evolves_from") && reaches(to, from)) {
    throw badRelation(`${to} already ${kind} ${from}, by itself or through others: that would be a circle.`, {
      kind: "circle",
      from,
      to,
    });
  }
}

function badRelation(message: string, params: ErrorParams = {}): PawlError {
  return new PawlError("relation_invalid", message, { hint: "Nothing was changed.", params });
}

export interface MemoryFilter {
  /** Memories that apply in this project: its own and `user://`. Without it, those of all projects. */
  project?: string;
  namespace?: Namespace;
  /** Leaves this one out. */
  notNamespace?: Namespace;
  /** URI prefix. */
  prefix?: string;
  /** Default: active only. */
  status?: readonly MemoryStatus[];
  origin?: MemoryOrigin;
  minPriority?: number;
  maxPriority?: number;
  limit: number;
}

export interface SavedMemory {
  memory: Memory;
  /** `kept`: text by the user, or a discarded memory, is never replaced by something that Pawl derived. */
  outcome: "created" | "updated" | "unchanged" | "kept";
}

export interface EndedMemory {
  uri: string;
  project: string;
  status: MemoryStatus;
  reason: string;
}

/** Identifies a memory: a URI exists once per project, `user://` once in total. */
export interface MemoryName {
  uri: string;
  project: string;
}
