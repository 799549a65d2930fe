/** Memories by hand: for the terminal, the API and MCP alike. The one way in, so that no secret takes another. */

import type { Redactor } from "../../store/records/observation.ts";
import type { MemoryName, Store } from "../../store/store.ts";
import { cut } from "../../text/quote.ts";
import { namesPlace } from "../records/condition.ts";
import { CORE_PRIORITY, loadingOf } from "../records/lifecycle.ts";
import {
  type Memory,
  type MemoryPatch,
  type MemoryVersion,
  parseUri,
  type Relation,
  scopeOf,
} from "../records/memory.ts";

interface RememberInput {
  content: string;
  /** Made from the first words when it is not given. */
  uri?: string | undefined;
  project: string;
  priority?: number | undefined;
  disclosure?: string | undefined;
  /** Who says it: the terminal, the page, or Claude over MCP. */
  author: string;
  at: number;
  /** The session in which it is said; a task ends with it. */
  sessionId?: string | undefined;
  isByModel?: boolean;
}

/** A person who writes something down without a condition means every session; a model's note has to fit first. */
const BY_HAND_PRIORITY = CORE_PRIORITY;

export async function remember(store: Store, input: RememberInput, redact: Redactor): Promise<Memory> {
  const content = redact.text(input.content);
  const uri = input.uri ?? (await freeUri(store, content, input.project));
  const priority = input.priority ?? (await defaultPriority(store, uri, input));
  const { memory } = await store.saveMemory({
    uri,
    project: scopeOf(uri, input.project),
    content,
    origin: "user",
    redaction: redact.version,
    author: input.author,
    at: input.at,
    ...(priority === undefined ? {} : { priority }),
    ...(input.disclosure === undefined ? {} : { disclosure: redact.text(input.disclosure) }),
    ...(input.sessionId === undefined ? {} : { provenance: { sessionId: input.sessionId } }),
  });
  return memory;
}

/** Undefined: as it is in a memory that is there, the usual one in a new memory. */
async function defaultPriority(store: Store, uri: string, input: RememberInput): Promise<number | undefined> {
  if (input.isByModel === true || (input.disclosure ?? "") !== "") return undefined;
  if (parseUri(uri).namespace === "task") return undefined;
  const known = await store.memory(inScope({ uri, project: input.project }));
  return known === undefined || known.status === "deleted" ? BY_HAND_PRIORITY : undefined;
}

interface MemoryEdit {
  content?: string | undefined;
  priority?: number | undefined;
  disclosure?: string | undefined;
  status?: Memory["status"] | undefined;
  reason?: string | undefined;
}

/** A proposal that the user confirms counts from then on in every session, unless it has a condition. */
async function confirmedPriority(
  store: Store,
  name: MemoryName,
  edit: MemoryEdit,
): Promise<number | undefined> {
  if (edit.status !== "active" || edit.priority !== undefined) return edit.priority;
  const known = await store.memory(inScope(name));
  const hasCondition = (edit.disclosure ?? known?.disclosure ?? "") !== "";
  return known?.status === "proposed" && !hasCondition ? CORE_PRIORITY : undefined;
}

export async function changeMemory(
  store: Store,
  name: MemoryName,
  edit: MemoryEdit,
  change: { author: string; at: number },
  redact: Redactor,
): Promise<Memory> {
  const patch: MemoryPatch = {};
  if (edit.content !== undefined)
    Object.assign(patch, { content: redact.text(edit.content), redaction: redact.version });
  const priority = await confirmedPriority(store, name, edit);
  if (priority !== undefined) patch.priority = priority;
  if (edit.disclosure !== undefined) patch.disclosure = redact.text(edit.disclosure);
  if (edit.status !== undefined) patch.status = edit.status;
  const reason = edit.reason === undefined ? {} : { reason: redact.text(edit.reason) };
  return store.changeMemory(inScope(name), patch, { ...change, ...reason });
}

/** When a memory is injected: every command and tool that saves one says so. */
export type WhenInjected =
  | { at: "start"; everywhere: boolean }
  | { at: "files" | "prompts"; condition: string }
  | { at: "relevant" | "asked" | "never" };

export function whenInjected(memory: Pick<Memory, "uri" | "priority" | "disclosure">): WhenInjected {
  const { priority, disclosure } = memory;
  const loading = loadingOf(priority);
  if (loading === "always") return { at: "start", everywhere: parseUri(memory.uri).namespace === "user" };
  if (loading !== "on-demand") return { at: loading === "by-hand" ? "asked" : "never" };
  if (disclosure === undefined) return { at: "relevant" };
  return { at: namesPlace(disclosure) ? "files" : "prompts", condition: disclosure };
}

/** `user://` is the same memory from every project. */
export function inScope({ uri, project }: MemoryName): MemoryName {
  return { uri, project: scopeOf(uri, project) };
}

interface WholeMemory {
  memory: Memory;
  versions: MemoryVersion[];
  relations: Relation[];
}

export async function wholeMemory(store: Store, name: MemoryName): Promise<WholeMemory | undefined> {
  const scoped = inScope(name);
  const memory = await store.memory(scoped);
  if (memory === undefined) return undefined;
  return { memory, versions: await store.memoryVersions(scoped), relations: await store.relations(scoped) };
}

const SLUG_WORDS = 6;

/** `project://notes/use-pnpm-not-npm`, and `-2` when that is another memory already. */
async function freeUri(store: Store, content: string, project: string): Promise<string> {
  const words = content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = cut(words.slice(0, SLUG_WORDS).join("-"), 60).replace(/…$/, "") || "note";
  for (let i = 1; ; i++) {
    const uri = `project://notes/${slug}${i === 1 ? "" : `-${i}`}`;
    parseUri(uri);
    const known = await store.memory({ uri, project });
    if (known === undefined || known.content === content) return uri;
  }
}
