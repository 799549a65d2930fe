/** Memories by hand: for the terminal, the API and MCP alike. The one way in, so that no secret takes another. */
import {
  type Memory,
  type MemoryPatch,
  type MemoryVersion,
  parseUri,
  type Relation,
  scopeOf,
} from "../../memory/records/memory.ts";
import type { Redactor } from "../../memory/records/observation.ts";
import { cut } from "../../memory/text/quote.ts";
import type { MemoryName, Store } from "../../store/store.ts";

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
  sessionId?: string | undefined;
}

export async function remember(store: Store, input: RememberInput, redact: Redactor): Promise<Memory> {
  const content = redact.text(input.content);
  const uri = input.uri ?? (await freeUri(store, content, input.project));
  const { memory } = await store.saveMemory({
    uri,
    project: scopeOf(uri, input.project),
    content,
    origin: "user",
    redaction: redact.version,
    author: input.author,
    at: input.at,
    ...(input.priority === undefined ? {} : { priority: input.priority }),
    ...(input.disclosure === undefined ? {} : { disclosure: redact.text(input.disclosure) }),
    ...(input.sessionId === undefined ? {} : { provenance: { sessionId: input.sessionId } }),
  });
  return memory;
}

interface MemoryEdit {
  content?: string | undefined;
  priority?: number | undefined;
  disclosure?: string | undefined;
  status?: Memory["status"] | undefined;
  reason?: string | undefined;
}

export function changeMemory(
  store: Store,
  name: MemoryName,
  edit: MemoryEdit,
  change: { author: string; at: number },
  redact: Redactor,
): Promise<Memory> {
  const patch: MemoryPatch = {};
  if (edit.content !== undefined)
    Object.assign(patch, { content: redact.text(edit.content), redaction: redact.version });
  if (edit.priority !== undefined) patch.priority = edit.priority;
  if (edit.disclosure !== undefined) patch.disclosure = redact.text(edit.disclosure);
  if (edit.status !== undefined) patch.status = edit.status;
  const reason = edit.reason === undefined ? {} : { reason: edit.reason };
  return store.changeMemory(inScope(name), patch, { ...change, ...reason });
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
