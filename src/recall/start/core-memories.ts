/** What every session gets first: core memories, then what the project's CLAUDE.md imports. */

import { type Authority, authorityOf } from "../../memory/authority.ts";
import { contradict } from "../../memory/client/contradict.ts";
import { createKnownNotes } from "../../memory/client/known.ts";
import { isRule } from "../../memory/learn/learn-rules.ts";
import { attribution } from "../../memory/records/attribution.ts";
import { CORE_PRIORITY } from "../../memory/records/lifecycle.ts";
import { type Memory, parseUri } from "../../memory/records/memory.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { dayOf, excerpt, renderFacts } from "../blocks/render.ts";
import { type ContextBlock, joinBlocks } from "../blocks/start-block.ts";
import type { Fact } from "../blocks/types.ts";

const MOST_IMPORTS = 50;
/** More than anybody writes: whatever does not fit into the budget must still be named. */
const MOST_MEMORIES = 1000;
const CHARACTERS = 2000;

interface CoreQuery {
  store: Store;
  project: string;
  isMuted(uri: string): boolean;
  /** True if the project's CLAUDE.md may import `user://` memories (the setting `context.userImports`). */
  importsUser?: boolean | undefined;
}

/** The user's own first, then by priority; of equals, what was written before what was said. */
export async function coreMemories({ store, project, isMuted }: CoreQuery): Promise<Memory[]> {
  const core = await memoriesIn(store).memories({
    project,
    maxPriority: CORE_PRIORITY,
    limit: MOST_MEMORIES,
  });
  const own = ({ author }: Memory) => (author === "user" ? 0 : 1);
  const byHand = ({ origin }: Memory) => (origin === "user" ? 0 : 1);
  const sorted = core
    .filter((memory) => !isMuted(memory.uri) && authorityOf(memory).core !== "never")
    .sort((a, b) => own(a) - own(b) || a.priority - b.priority || byHand(a) - byHand(b));
  return withoutContradicted(sorted);
}

/** If two memories contradict, the user's own stays; between two of the user's, the newer one. */
function withoutContradicted(memories: readonly Memory[]): Memory[] {
  const said = ({ provenance, updatedAt }: Memory) => provenance?.at ?? updatedAt;
  const kept = memories.toSorted((a, b) =>
    a.author !== b.author && (a.author === "user" || b.author === "user")
      ? (a.author === "user" ? 0 : 1) - (b.author === "user" ? 0 : 1)
      : said(b) - said(a),
  );
  const isContradicted = (memory: Memory) =>
    kept.slice(0, kept.indexOf(memory)).some((other) => contradict(other.content, memory.content));
  const left = new Set(kept.filter(isContradicted));
  return memories.filter((memory) => !left.has(memory));
}

/** `@pawl:project://patterns/errors` in CLAUDE.md: one memory, or with a `/` behind it all below. */
export function importsIn(claudeMd: string): string[] {
  const code = claudeMd.replace(/```[\s\S]*?(?:```|$)/g, "");
  const found = [...code.matchAll(/(?:^|[\s(])@pawl:([a-z]+:\/\/[^\s`)]+)/g)].map(([, uri = ""]) => uri);
  return [...new Set(found.map((uri) => uri.replace(/[.,;]+$/, "")))].slice(0, MOST_IMPORTS);
}

/** A repository chooses among this project's memories; among the user's own only where the user allows it. */
export async function importedMemories(claudeMd: string, query: CoreQuery): Promise<Memory[]> {
  const found: Memory[] = [];
  for (const uri of importsIn(claudeMd)) {
    if (uri.endsWith("/")) {
      found.push(
        ...(await memoriesIn(query.store).memories({
          project: query.project,
          prefix: uri,
          limit: MOST_MEMORIES,
        })),
      );
      continue;
    }
    if (!isUri(uri)) continue;
    const memory = await memoriesIn(query.store).memory({ uri, project: query.project });
    if (memory?.status === "active") found.push(memory);
  }
  const isInReach = ({ project }: Memory) =>
    project === query.project || (project === "" && query.importsUser === true);
  return found.filter((memory) => !query.isMuted(memory.uri) && isInReach(memory));
}

/** Imports in CLAUDE.md that do not exist: a typo, or an archived memory. */
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
  /** What is in the block in full. */
  uris: string[];
  /** What did not fit; the block names it. */
  left: string[];
}

interface CoreBlockQuery extends CoreQuery {
  claudeMd: string;
  /** In tokens, of these memories alone. */
  budget: number;
  /** Used for the age of other authors' memories. */
  now?: number;
  /** URIs that are already in the conversation. */
  injected?: ReadonlySet<string>;
  /** Sessions whose text is already in the conversation, so memories learned from them are redundant. */
  own?: readonly string[];
}

const HEADING = "The user's rules:";
/** The user's own words. Unlike recalled history, the model should follow them. */
const FRAME = "The user's standing rules and notes, kept by Pawl.";
/** What others said: quoted with their names, behind the user's own. */
const OTHERS: readonly { section: Authority["section"]; heading: string }[] = [
  { section: "noted", heading: "Notes by models:" },
  { section: "team", heading: "From the team, quoted:" },
];
const OTHERS_FRAME = "Kept for every session. These are other people's and models' words, for reference.";
/** Maximum share of the budget for all other authors together. */
const OTHERS_SHARE = 0.3;
/** The share of the budget for the names of omitted memories. */
const TITLES_SHARE = 0.2;
const TITLE_CHARACTERS = 60;

/** The user's own as far as they fit, then a share for what others said and the user kept. */
export async function coreBlock(query: CoreBlockQuery): Promise<CoreBlock | undefined> {
  const facts = await coreFacts(query);
  const own = ownBlock(
    facts.filter(({ section }) => section === "rules" || section === "said"),
    query,
  );
  const parts = own === undefined ? [] : [own];
  let budget = Math.min(query.budget - (own?.block.tokens ?? 0), Math.floor(query.budget * OTHERS_SHARE));
  for (const { section, heading } of OTHERS) {
    const theirs = inTurns(facts.filter((fact) => fact.section === section));
    const { block, left } = renderFacts(heading, theirs, budget, OTHERS_FRAME);
    if (block !== undefined) parts.push(toCoreBlock(block, left));
    budget -= block?.tokens ?? 0;
  }
  const block = joinBlocks(parts.map((part) => part.block));
  if (block === undefined) return undefined;
  return { block, uris: parts.flatMap(({ uris }) => uris), left: parts.flatMap(({ left }) => left) };
}

/** Takes the first fact of each author, then the second of each, so that no author uses up the space of the others. */
function inTurns(facts: readonly CoreFact[]): CoreFact[] {
  const counts = new Map<string, number>();
  const turns = facts.map((fact) => {
    const turn = counts.get(fact.by) ?? 0;
    counts.set(fact.by, turn + 1);
    return { fact, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ fact }) => fact);
}

/** As many as fit, most important first. What does not fit is named, so that the model can ask for it. */
function ownBlock(facts: readonly CoreFact[], query: CoreBlockQuery): CoreBlock | undefined {
  if (facts.length === 0) return undefined;
  const whole = renderFacts(HEADING, facts, query.budget, FRAME);
  if (whole.left.length === 0 && whole.block !== undefined) return toCoreBlock(whole.block, []);
  const titles = Math.floor(query.budget * TITLES_SHARE);
  const { block, left } = renderFacts(HEADING, facts, query.budget - titles, FRAME);
  const named = titleLine(
    facts.filter(({ uri }) => left.includes(uri)),
    titles,
  );
  if (block === undefined) {
    const text = [HEADING, named].join("\n");
    return { block: { text, tokens: estimateTokens(text), sources: [], sessions: 0 }, uris: [], left };
  }
  const text = block.text.replace(/\n(<\/[\w-]+>)$/, `\n${named}\n$1`);
  return toCoreBlock({ ...block, text }, left);
}

function toCoreBlock(block: Omit<ContextBlock, "sessions">, left: string[]): CoreBlock {
  const uris = block.sources.map(({ uri }) => uri);
  return { block: { ...block, tokens: estimateTokens(block.text), sessions: 0 }, uris, left };
}

type CoreFact = Fact & { content: string; by: string; section: Authority["section"] };

async function coreFacts(query: CoreBlockQuery): Promise<CoreFact[]> {
  const core = await coreMemories(query);
  const imported = await importedMemories(query.claudeMd, query);
  if (core.length + imported.length === 0) return [];
  const facts = new Map<string, CoreFact>();
  const isKnown = createKnownNotes(query.claudeMd);
  for (const memory of [...core, ...imported]) {
    if (facts.has(memory.uri) || isInConversation(memory, query)) continue;
    const { uri, content, priority } = memory;
    // The client loads its own notes; their content would appear twice.
    if (isKnown(content)) continue;
    facts.set(uri, {
      uri,
      content,
      section: authorityOf(memory).section,
      by: memory.authorName ?? memory.author,
      type: isRule(memory) ? "rule" : "memory",
      text: `${uri}: ${excerpt(content, CHARACTERS)}${saidOn(memory, query.now)}`,
      short: `${uri}: ${excerpt(content, 200)}${memory.author === "user" ? "" : saidOn(memory, query.now)}`,
      reason: core.includes(memory) ? `core memory, priority ${priority}` : "imported by CLAUDE.md",
    });
  }
  return [...facts.values()];
}

/** Injected before, or said in this very conversation. */
export function isInConversation(
  { uri, provenance }: Memory,
  { injected, own }: { injected?: ReadonlySet<string>; own?: readonly string[] },
): boolean {
  if (injected?.has(uri) === true) return true;
  return provenance?.evidence !== undefined && own?.includes(provenance.sessionId ?? "") === true;
}

/** Quotes the user's words with their date, and other authors' words with name and date. */
function saidOn(memory: Memory, now: number | undefined): string {
  const { at, team } = memory.provenance ?? {};
  if (team !== undefined) return ` (${attribution(team, now)})`;
  if (memory.author !== "user") {
    const who =
      memory.author === "model" ? `noted by ${quote(memory.authorName ?? "a model", 40)}` : memory.author;
    return ` (${who}, ${dayOf(at ?? memory.createdAt)})`;
  }
  return isRule(memory) && at !== undefined ? ` (said ${dayOf(at)})` : "";
}

function titleLine(left: readonly { uri: string; content: string }[], budget: number): string {
  const intro = `- ${left.length} more did not fit (the recall tool has them; system://boot has all): `;
  const names: string[] = [];
  for (const { uri, content } of left) {
    const name = `${uri} “${quote(content, TITLE_CHARACTERS)}”`;
    if (estimateTokens(`${intro}${[...names, name].join(", ")}`) > budget) break;
    names.push(name);
  }
  const more = left.length - names.length;
  return `${intro}${names.join(", ")}${more === 0 ? "" : names.length === 0 ? "names omitted" : ` and ${more} more`}`;
}
