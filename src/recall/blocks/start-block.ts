/** The block that a new session is told: what happened before in its project, within a budget. */

import type { ContextWords, Messages } from "../../locale/messages.ts";
import type { InjectionSource } from "../../store/records/records.ts";
import { quote } from "../../text/quote.ts";
import { estimateTokens } from "../../text/tokens.ts";

export interface PastSession {
  id: string;
  project: string;
  /** When something last happened in it, as people write it. */
  when: string;
  prompts: number;
  toolUses: number;
  /** The lines of its summary. */
  summary: readonly string[];
  isRunning?: boolean;
}

export interface ContextBlock {
  text: string;
  tokens: number;
  sources: InjectionSource[];
  /** How many of the past sessions are in it. */
  sessions: number;
}

interface ContextInput {
  /** Newest first, all of the same project. */
  sessions: readonly PastSession[];
  /** Single facts of the project, such as its package manager. */
  notes: readonly { uri: string; text: string }[];
  /** In tokens. */
  budget: number;
  /** How many sessions at most. */
  most: number;
  messages: Messages;
}

export function toBlock(text: string, source: Omit<InjectionSource, "tokens">): ContextBlock {
  const tokens = estimateTokens(text);
  return { text, tokens, sources: [{ ...source, tokens }], sessions: 0 };
}

/** Several things that the model is given at once, as one block with its sources. */
export function joinBlocks(blocks: readonly (ContextBlock | undefined)[]): ContextBlock | undefined {
  const injected = blocks.filter((block) => block !== undefined);
  if (injected.length === 0) return undefined;
  const text = injected.map((block) => block.text).join("\n\n");
  return {
    text,
    tokens: estimateTokens(text),
    // Each source says what it brought: of the joined text nobody could tell.
    sources: injected.flatMap((block) =>
      block.sources.map((source) => (block.sources.length === 1 ? { text: block.text, ...source } : source)),
    ),
    sessions: injected.reduce((sum, block) => sum + block.sessions, 0),
  };
}

export interface StartLine {
  text: string;
  sources: Omit<InjectionSource, "tokens">[];
}

interface StartInput {
  lines: readonly StartLine[];
  /** Promised, so they have their place whatever else there is. */
  previous: readonly StartLine[];
  /** In tokens. */
  budget: number;
  messages: Messages;
}

/** The block of a session's start: as many lines as fit, and the previous session. */
export function toStartBlock({ lines, previous, budget, messages }: StartInput): ContextBlock | undefined {
  const { framing } = messages.context;
  const sources: InjectionSource[] = [];
  const texts: string[] = [];
  let left = budget - estimateTokens([OPEN, framing, CLOSE].join("\n"));
  for (const { text } of previous) left -= estimateTokens(`${text}\n`);
  const take = ({ text, sources: from }: StartLine): void => {
    const tokens = estimateTokens(`${text}\n`);
    texts.push(text);
    const share = Math.ceil(tokens / Math.max(1, from.length));
    for (const source of from) sources.push({ text, ...source, tokens: share });
  };
  for (const line of lines) {
    const tokens = estimateTokens(`${line.text}\n`);
    if (tokens > left) continue;
    left -= tokens;
    take(line);
  }
  for (const line of previous) take(line);
  if (texts.length === 0) return undefined;
  const text = [OPEN, framing, "", ...texts, CLOSE].join("\n");
  return { text, tokens: estimateTokens(text), sources, sessions: previous.length };
}

const OPEN = "<pawl-context>";
const CLOSE = "</pawl-context>";

export function toContextBlock(input: ContextInput): ContextBlock | undefined {
  if (input.sessions.length === 0 && input.notes.length === 0) return undefined;
  const words = input.messages.context;
  const heading = `# ${words.title}`;
  const sources: InjectionSource[] = [];
  const parts: string[] = [];
  // Framed as history: recalled text that reads like a task gets executed.
  let left = input.budget - estimateTokens([OPEN, heading, words.framing, CLOSE].join("\n"));

  const take = (text: string, source: Omit<InjectionSource, "tokens">): boolean => {
    const tokens = estimateTokens(`${text}\n\n`);
    if (tokens > left) return false;
    left -= tokens;
    parts.push(text);
    sources.push({ ...source, tokens });
    return true;
  };

  for (const note of input.notes)
    take(quote(note.text, 200), { uri: note.uri, type: "note", reason: "project fact" });
  let injected = 0;
  for (const folded of fold(input.sessions).slice(0, input.most)) {
    const source = {
      uri: `session://${folded.session.id}`,
      type: "session",
      reason: reasonFor(folded, injected),
    };
    // A session that does not fit whole is told by its heads; when not even those fit, older ones will not either.
    const isInjectable =
      take(renderSession(folded, 99, words), source) || take(renderSession(folded, 2, words), source);
    if (!isInjectable) break;
    injected++;
  }
  if (parts.length === 0) return undefined;
  const title = injected === 0 ? [] : [heading];
  const text = [OPEN, ...title, words.framing, "", parts.join("\n\n"), CLOSE].join("\n");
  return { text, tokens: estimateTokens(text), sources, sessions: injected };
}

interface Folded {
  session: PastSession;
  /** How many older sessions say the same. */
  more: number;
}

/** Sessions that say the same are told once, by the newest of them. */
function fold(sessions: readonly PastSession[]): Folded[] {
  const bySummary = new Map<string, Folded>();
  for (const session of sessions) {
    const same = session.summary.join("\n").toLowerCase();
    const known = bySummary.get(same);
    if (known === undefined) bySummary.set(same, { session, more: 0 });
    else known.more++;
  }
  return [...bySummary.values()];
}

function renderSession({ session, more }: Folded, lines: number, words: ContextWords): string {
  const head = `## ${words.session(session.id.slice(0, 8), session.when, quote(session.project, 160))}`;
  const running = session.isRunning === true ? ` · ${words.running}` : "";
  const repeats = more === 0 ? "" : ` · ${words.alike(more)}`;
  const counts = `- ${words.counts(session.prompts, session.toolUses)}${repeats}`;
  return [
    `${head}${running}`,
    counts,
    ...session.summary.slice(0, lines).map((line) => `- ${framed(line)}`),
  ].join("\n");
}

/** A summary's own quotation marks stay; its text was quoted when it was made, by these rules or by older ones. */
const framed = (line: string) =>
  line
    .split(/([“”])/)
    .map((part) => (part === "“" || part === "”" ? part : keepEnds(part)))
    .join("");

const keepEnds = (part: string) =>
  `${/^\s/.test(part) ? " " : ""}${quote(part, MAX_LINE)}${/\S\s$/.test(part) ? " " : ""}`;
const MAX_LINE = 2_000;

function reasonFor({ more }: Folded, injected: number): string {
  const place = injected === 0 ? "newest session of this project" : "recent session of this project";
  return more === 0 ? place : `${place}, ${more} alike folded in`;
}
