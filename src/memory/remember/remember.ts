/** Memories by hand: for the terminal, the API and MCP alike. The one way in, so that no secret takes another. */

import { PawlError } from "../../platform/errors.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { type Authorship, authorshipOf } from "../../store/records/authorship.ts";
import type { Store } from "../../store/store.ts";
import { cut } from "../../text/quote.ts";
import { grantedTo, mayChange, type WhyProposed } from "../authority.ts";
import { isSameRule } from "../learn/preferences.ts";
import { namesPlace } from "../records/condition.ts";
import { CORE_PRIORITY, loadingOf } from "../records/lifecycle.ts";
import type { MemoryName } from "../records/memory.ts";
import {
  DEFAULT_PRIORITY,
  type Memory,
  type MemoryPatch,
  type MemoryVersion,
  parseUri,
  type Relation,
  scopeOf,
} from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";

interface RememberInput {
  content: string;
  /** Derived from the first words by default. */
  uri?: string | undefined;
  project: string;
  priority?: number | undefined;
  disclosure?: string | undefined;
  /** The program that writes it: the terminal, the page, or a client over MCP. */
  author: string;
  /** The author of the words, given by the entry point; default: the program's author. */
  by?: Authorship | undefined;
  /** The author's own project, which may be another one. */
  ownProject?: string | undefined;
  at: number;
  /** The session that creates it; a task ends with its session. */
  sessionId?: string | undefined;
}

interface Remembered extends Memory {
  /** Why it is only a proposal. */
  proposed?: WhyProposed;
  /** The user has already written the same: that memory is returned, and nothing is saved. */
  isKnown?: true;
}

/** A person who saves a memory without a condition wants it in every session; a model's note must be relevant first. */
const BY_HAND_PRIORITY = CORE_PRIORITY;

export async function remember(store: Store, input: RememberInput, redact: Redactor): Promise<Remembered> {
  const { project, author, at } = input;
  const content = redact.text(input.content);
  const by = input.by ?? authorshipOf({ writer: author, origin: "user" });
  const isByUser = by.author === "user";
  const uri = input.uri ?? (await freeUri(store, content, project));
  const name = inScope({ uri, project });
  if (!isByUser) {
    const same = await saidByUser(store, content, name);
    if (same !== undefined) return { ...same, isKnown: true };
    await checkMayChange(store, name, { by, project });
  }
  const priority = input.priority ?? (isByUser ? await defaultPriority(store, uri, input) : undefined);
  const granted = grantedTo(by, { uri, project, ownProject: input.ownProject ?? project, priority });
  const { memory } = await memoriesIn(store).saveMemory({
    ...name,
    content,
    origin: isByUser ? "user" : "model",
    status: granted.status,
    redaction: redact.version,
    ...{ author, by, at },
    ...(priority === undefined ? {} : { priority }),
    ...(input.disclosure === undefined ? {} : { disclosure: redact.text(input.disclosure) }),
    ...(input.sessionId === undefined ? {} : { provenance: { sessionId: input.sessionId } }),
  });
  return granted.why === undefined ? memory : { ...memory, proposed: granted.why };
}

/** Finds a memory in the user's own words that a model wants to save again. */
async function saidByUser(store: Store, content: string, name: MemoryName): Promise<Memory | undefined> {
  const known = await memoriesIn(store).memories({ project: name.project, limit: MAX_KNOWN });
  return known.find(
    (one) => one.author === "user" && one.uri !== name.uri && isSameRule(one.content, content),
  );
}

const MAX_KNOWN = 1000;

/** Throws `memory_of_user` if a model would change a record that is not its own. */
export async function checkMayChange(
  store: Store,
  name: MemoryName,
  { by, project }: { by: Authorship; project: string },
): Promise<void> {
  if (by.author === "user") return;
  const known = await memoriesIn(store).memory(name);
  if (known === undefined || mayChange({ author: by.author, project }, known)) return;
  throw needsUser(name);
}

function needsUser({ uri }: MemoryName): PawlError {
  return new PawlError("memory_of_user", `Only the user can change ${uri} in this way.`, {
    hint: "Ask the user to do it in a terminal, or save your note under another URI.",
    params: { uri },
  });
}

/** Undefined: an existing memory keeps its priority, a new one gets the default. */
async function defaultPriority(store: Store, uri: string, input: RememberInput): Promise<number | undefined> {
  if ((input.disclosure ?? "") !== "") return undefined;
  if (parseUri(uri).namespace === "task") return undefined;
  const known = await memoriesIn(store).memory(inScope({ uri, project: input.project }));
  return known === undefined || known.status === "deleted" ? BY_HAND_PRIORITY : undefined;
}

interface MemoryEdit {
  content?: string | undefined;
  priority?: number | undefined;
  disclosure?: string | undefined;
  status?: Memory["status"] | undefined;
  reason?: string | undefined;
}

/** A confirmed proposal applies in every session, unless it has a condition. */
async function confirmedPriority(
  store: Store,
  name: MemoryName,
  edit: MemoryEdit,
): Promise<number | undefined> {
  if (edit.status !== "active" || edit.priority !== undefined) return edit.priority;
  const known = await memoriesIn(store).memory(inScope(name));
  const hasCondition = (edit.disclosure ?? known?.disclosure ?? "") !== "";
  return known?.status === "proposed" && !hasCondition ? CORE_PRIORITY : undefined;
}

export async function changeMemory(
  store: Store,
  name: MemoryName,
  edit: MemoryEdit,
  change: { author: string; at: number; by?: Authorship | undefined; ownProject?: string },
  redact: Redactor,
): Promise<Memory> {
  const { ownProject = name.project, by, ...written } = change;
  if (by !== undefined && by.author !== "user") {
    await checkMayChange(store, inScope(name), { by, project: ownProject });
    if (edit.status === "active" || (edit.priority ?? DEFAULT_PRIORITY) <= CORE_PRIORITY)
      throw needsUser(name);
  }
  const patch: MemoryPatch = {};
  if (edit.content !== undefined)
    Object.assign(patch, { content: redact.text(edit.content), redaction: redact.version });
  const priority = await confirmedPriority(store, name, edit);
  if (priority !== undefined) patch.priority = priority;
  if (edit.disclosure !== undefined) patch.disclosure = redact.text(edit.disclosure);
  if (edit.status !== undefined) patch.status = edit.status;
  const reason = edit.reason === undefined ? {} : { reason: redact.text(edit.reason) };
  return memoriesIn(store).changeMemory(inScope(name), patch, {
    ...written,
    ...(by === undefined ? {} : { by }),
    ...reason,
  });
}

/** When a memory is injected. Every command and tool that saves one reports it. */
export type WhenInjected =
  | { at: "start"; everywhere: boolean }
  | { at: "files" | "prompts"; condition: string; isSentence: boolean }
  | { at: "relevant" | "asked" | "never" };

export function whenInjected(memory: Pick<Memory, "uri" | "priority" | "disclosure">): WhenInjected {
  const { priority, disclosure: condition } = memory;
  const loading = loadingOf(priority);
  if (loading === "always") return { at: "start", everywhere: parseUri(memory.uri).namespace === "user" };
  if (loading !== "on-demand") return { at: loading === "by-hand" ? "asked" : "never" };
  if (condition === undefined) return { at: "relevant" };
  return { at: namesPlace(condition) ? "files" : "prompts", condition, isSentence: /\s/.test(condition) };
}

export const withWhen = (memory: Memory) => ({ ...memory, whenInjected: whenInjected(memory) });

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
  const memory = await memoriesIn(store).memory(scoped);
  if (memory === undefined) return undefined;
  return {
    memory,
    versions: await memoriesIn(store).memoryVersions(scoped),
    relations: await memoriesIn(store).relations(scoped),
  };
}

const SLUG_WORDS = 6;

/** `project://notes/use-pnpm-not-npm`, or with `-2` if that is another memory. */
async function freeUri(store: Store, content: string, project: string): Promise<string> {
  const words = content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = cut(words.slice(0, SLUG_WORDS).join("-"), 60).replace(/…$/, "") || "note";
  for (let i = 1; ; i++) {
    const uri = `project://notes/${slug}${i === 1 ? "" : `-${i}`}`;
    parseUri(uri);
    const known = await memoriesIn(store).memory({ uri, project });
    if (known === undefined || known.content === content) return uri;
  }
}
