/** Builds the block for a new session: the past of its project, within a budget. */

import type { ContextWords, Messages } from "../../locale/messages.ts";
import type { InjectionSource } from "../../store/records/records.ts";
import { quote } from "../../text/quote.ts";
import { estimateTokens } from "../../text/tokens.ts";

export interface PastSession {
  id: string;
  project: string;
  /** The time of its last event, in readable form. */
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
  /** The number of past sessions in it. */
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

/** Joins several injections into one block with its sources. */
export function joinBlocks(blocks: readonly (ContextBlock | undefined)[]): ContextBlock | undefined {
  const injected = blocks.filter((block) => block !== undefined);
  if (injected.length === 0) return undefined;
  const text = injected.map((block) => block.text).join("\n\n");
  return {
    text,
    tokens: estimateTokens(text),
    // Each source keeps its own text, because the joined text no longer shows the source.
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
  /** The previous sessions are always injected, so their space is reserved. */
  previous: readonly StartLine[];
  /** In tokens. */
  budget: number;
  messages: Messages;
}

/** The block for a session's start: as many lines as fit, and the previous session. */
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
  const seen = new Set<string>();
  for (const session of input.sessions) {
    // Sessions with the same summary are listed once, as the newest of them.
    const same = session.summary.join("\n").toLowerCase();
    if (seen.has(same) || seen.size === input.most) continue;
    const source = {
      uri: `session://${session.id}`,
      type: "session",
      reason: seen.size === 0 ? "newest session of this project" : "recent session of this project",
    };
    // If a session does not fit, only its headings are used. If those do not fit either, stop.
    if (!take(renderSession(session, 99, words), source) && !take(renderSession(session, 2, words), source))
      break;
    seen.add(same);
  }
  if (parts.length === 0) return undefined;
  const title = seen.size === 0 ? [] : [heading];
  const text = [OPEN, ...title, words.framing, "", parts.join("\n\n"), CLOSE].join("\n");
  return { text, tokens: estimateTokens(text), sources, sessions: seen.size };
}

function renderSession(session: PastSession, lines: number, words: ContextWords): string {
  const head = `## ${words.session(session.id.slice(0, 8), session.when, quote(session.project, 160))}`;
  const running = session.isRunning === true ? ` · ${words.running}` : "";
  return [
    `${head}${running}`,
    `- ${words.counts(session.prompts, session.toolUses)}`,
    ...session.summary.slice(0, lines).map((line) => `- ${framed(line)}`),
  ].join("\n");
}

/** A summary keeps its own quotation marks: its text was already quoted when it was created, by current or older rules. */
const framed = (line: string) =>
  line
    .split(/([“”])/)
    .map((part) => (part === "“" || part === "”" ? part : keepEnds(part)))
    .join("");

const keepEnds = (part: string) =>
  `${/^\s/.test(part) ? " " : ""}${quote(part, MAX_LINE)}${/\S\s$/.test(part) ? " " : ""}`;
const MAX_LINE = 2_000;
