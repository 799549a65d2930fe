/** S1.1, S1.13: what every session is told first: core memories, then what the project's CLAUDE.md imports. */

import { quoted, renderFacts } from "../../memory/recall/render.ts";
import type { ContextBlock } from "../../memory/recall/start-block.ts";
import type { Fact } from "../../memory/recall/types.ts";
import { CORE_PRIORITY } from "../../memory/records/lifecycle.ts";
import { type Memory, parseUri } from "../../memory/records/memory.ts";
import { estimateTokens } from "../../memory/text/tokens.ts";
import type { Store } from "../../store/store.ts";

const MOST = 50;
const CHARACTERS = 2000;

interface CoreQuery {
  store: Pick<Store, "memories" | "memory">;
  project: string;
  isMuted(uri: string): boolean;
}

/** Most important first. */
export async function coreMemories({ store, project, isMuted }: CoreQuery): Promise<Memory[]> {
  const core = await store.memories({ project, maxPriority: CORE_PRIORITY, limit: MOST });
  return core.filter(({ uri }) => !isMuted(uri));
}

/** `@pawl:project://patterns/errors` in CLAUDE.md: one memory, or with a `/` behind it all below. */
export function importsIn(claudeMd: string): string[] {
  const code = claudeMd.replace(/```[\s\S]*?(?:```|$)/g, "");
  const found = [...code.matchAll(/(?:^|[\s(])@pawl:([a-z]+:\/\/[^\s`)]+)/g)].map(([, uri = ""]) => uri);
  return [...new Set(found.map((uri) => uri.replace(/[.,;]+$/, "")))].slice(0, MOST);
}

export async function importedMemories(claudeMd: string, query: CoreQuery): Promise<Memory[]> {
  const found: Memory[] = [];
  for (const uri of importsIn(claudeMd)) {
    if (uri.endsWith("/")) {
      found.push(...(await query.store.memories({ project: query.project, prefix: uri, limit: MOST })));
      continue;
    }
    if (!isUri(uri)) continue;
    const memory = await query.store.memory({ uri, project: query.project });
    if (memory?.status === "active") found.push(memory);
  }
  return found.filter(({ uri }) => !query.isMuted(uri));
}

/** What CLAUDE.md asks for in vain: a typing mistake, or a memory that was put away. */
export async function missingImports(claudeMd: string, query: CoreQuery): Promise<string[]> {
  const found = (await importedMemories(claudeMd, { ...query, isMuted: () => false })).map(({ uri }) => uri);
  return importsIn(claudeMd).filter((wanted) =>
    wanted.endsWith("/") ? !found.some((uri) => uri.startsWith(wanted)) : !found.includes(wanted),
  );
}

function isUri(uri: string): boolean {
  try {
    parseUri(uri);
    return true;
  } catch {
    // A typing mistake in CLAUDE.md must not cost the session its start.
    return false;
  }
}

interface CoreBlock {
  block: ContextBlock;
  uris: string[];
}

/** `told`: URIs that stand in the conversation already. */
export async function coreBlock(
  query: CoreQuery & { claudeMd: string; budget: number; injected?: ReadonlySet<string> },
): Promise<CoreBlock | undefined> {
  const core = await coreMemories(query);
  const imported = await importedMemories(query.claudeMd, query);
  if (core.length + imported.length === 0) return undefined;
  const facts = new Map<string, Fact>();
  for (const memory of [...core, ...imported]) {
    if (facts.has(memory.uri) || query.injected?.has(memory.uri) === true) continue;
    const { uri, content, priority } = memory;
    facts.set(uri, {
      uri,
      type: "memory",
      text: `${uri}: ${quoted(content, CHARACTERS)}`,
      short: `${uri}: ${quoted(content, 200)}`,
      reason: core.includes(memory) ? `core memory, priority ${priority}` : "imported by CLAUDE.md",
    });
  }
  const { block } = renderFacts("What the user laid down:", [...facts.values()], query.budget);
  if (block === undefined) return undefined;
  const uris = block.sources.map(({ uri }) => uri);
  return { block: { ...block, tokens: estimateTokens(block.text), sessions: 0 }, uris };
}
