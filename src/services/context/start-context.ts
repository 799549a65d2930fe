/**
 * What a session is given at its start: what people laid down, then what the project's past shows: what fails here, commands
 * that work, the last work on this branch, files in work, and the session before this one.
 */
import type { Messages } from "../../locale/messages.ts";
import type { Item } from "../../memory/past/item.ts";
import type { ProjectPast } from "../../memory/past/past.ts";
import {
  branchWork,
  hotFiles,
  type PreviousSession,
  previousSession,
  usualCommands,
} from "../../memory/past/start-items.ts";
import { pitfallsIn } from "../../memory/recall/pitfalls.ts";
import {
  type ContextBlock,
  joinBlocks,
  type StartLine,
  toStartBlock,
} from "../../memory/recall/start-block.ts";
import { teamCommands, teamPitfalls } from "../../memory/team/start-items.ts";
import { quote } from "../../memory/text/quote.ts";
import { estimateTokens } from "../../memory/text/tokens.ts";
import type { Store } from "../../store/store.ts";
import { isOn } from "../recall/kinds.ts";
import type { KnowledgeService } from "../recall/knowledge-type.ts";
import { coreBlock } from "./core-memories.ts";
import { decisionsBlock } from "./decisions.ts";

interface StartQuery {
  store: Store;
  past: ProjectPast;
  project: string;
  branch: string | undefined;
  mainlines: ReadonlySet<string>;
  /** The texts of the project's CLAUDE.md files: what stands there is not given again. */
  claudeMd: string;
  /** Facts that are read from the project's files. */
  notes: readonly { uri: string; text: string }[];
  kinds: KnowledgeService["recall"]["kinds"];
  /** In tokens, without core memories. */
  budget: number;
  /** In tokens, of core memories alone (S1.13). */
  coreBudget: number;
  formatTime(at: number): string;
  /** For the age of what others wrote. */
  now?: number;
  messages: Messages;
  isMuted(uri: string): boolean;
  /** Only what people wrote down, and the previous session. */
  isHeldOut: boolean;
  /** A resumed conversation: what happened before this moment, and these URIs, stand in it already. */
  after?: number;
  injected?: ReadonlySet<string>;
  /** Sessions whose words stand in a resumed conversation already. */
  own?: readonly string[];
}

interface StartContext extends ContextBlock {
  /** Memories that are in it, by URI. */
  memories: string[];
  /** Core memories that did not fit. */
  left: string[];
}

export async function startContext(query: StartQuery): Promise<StartContext | undefined> {
  const { store, project, isMuted, claudeMd, injected, own = [] } = query;
  const clock = query.now === undefined ? {} : { now: query.now };
  const seen = injected === undefined ? clock : { injected, own, ...clock };
  const core = await coreBlock({ store, project, isMuted, claudeMd, budget: query.coreBudget, ...seen });
  const decisions = await decisionsBlock({ store, project, isMuted, ...seen });
  const earlier = await pastBlock({ ...query, budget: query.budget - (decisions?.tokens ?? 0) });
  const block = joinBlocks([core?.block, decisions, earlier]);
  if (block === undefined) return undefined;
  const decided = decisions?.sources.map(({ uri }) => uri) ?? [];
  return { ...block, memories: [...(core?.uris ?? []), ...decided], left: core?.left ?? [] };
}

async function pastBlock(query: StartQuery): Promise<ContextBlock | undefined> {
  const { past, messages, isMuted, injected, after } = query;
  const isNews = (uri: string) => !isMuted(uri) && injected?.has(uri) !== true;
  const items = query.isHeldOut || after !== undefined ? [] : inferredItems(query);
  const lines: StartLine[] = [
    ...query.notes
      .filter(({ uri }) => isNews(uri) && after === undefined)
      .map(({ uri, text }) => ({ text, sources: [{ uri, type: "note", reason: "project fact", text }] })),
    ...toLines(
      items.filter(({ uri }) => isNews(uri)),
      messages,
    ),
  ];
  const before = previousSession(past, query.branch, (id) => isMuted(`session://${id}`));
  const isNewsToIt = before !== undefined && (after === undefined || before.session.lastAt > after);
  const previous = isNewsToIt ? await previousLine(before, query) : undefined;
  if (lines.length === 0 && previous === undefined) return undefined;
  return toStartBlock({ lines, previous, budget: query.budget, messages });
}

function inferredItems({ past, branch, mainlines, claudeMd, kinds, now }: StartQuery): Item[] {
  const own = isOn("pitfall", kinds)
    ? pitfallsIn(past.sessions).map(
        ({ key, text, sessions }): Item => ({
          kind: "pitfall",
          uri: `pitfall://${key}`,
          text,
          reason: `failed in ${sessions} of the last 10 sessions`,
        }),
      )
    : [];
  const pitfalls = isOn("pitfall", kinds) ? [...own, ...teamPitfalls(past.team, own, now)] : [];
  const usual = isOn("command", kinds) ? usualCommands(past, claudeMd) : [];
  const commands = isOn("command", kinds) ? [...usual, ...teamCommands(past.team, usual, claudeMd, now)] : [];
  const work = isOn("branch", kinds) ? branchWork(past, branch, mainlines) : [];
  const named = new Set(
    [...past.files.keys()].filter((path) => work.some(({ text }) => text.includes(path))),
  );
  const hot = isOn("hot-file", kinds) ? hotFiles(past, named) : [];
  return [...pitfalls, ...commands, ...work, ...hot];
}

/** Commands and files share a line each; the ledger still knows every one by itself. */
function toLines(items: readonly Item[], { notices, context }: Messages): StartLine[] {
  const of = (kind: Item["kind"]) => items.filter((one) => one.kind === kind);
  const alone = [...of("pitfall"), ...of("branch")].map((item) => ({
    text: item.text,
    sources: [toSource(item)],
  }));
  const listed = (kind: Item["kind"], toText: (list: string) => string): StartLine[] => {
    const some = of(kind);
    if (some.length === 0) return [];
    return [{ text: toText(some.map(({ text }) => text).join(", ")), sources: some.map(toSource) }];
  };
  return [
    ...alone.filter(({ sources }) => sources[0]?.type === "pitfall"),
    ...listed("command", notices.commands),
    ...alone.filter(({ sources }) => sources[0]?.type === "branch"),
    ...listed("hot-file", context.lately),
  ];
}

function toSource({ uri, kind, reason, text, score }: Item) {
  return { uri, type: kind, reason, text, ...(score === undefined ? {} : { score }) };
}

/** What a model wrote of the session, where the user wants that; the extracted summary says less than the digest. */
function summaryByModel(summary: string | undefined, asked: string): string[] | undefined {
  const lines = (summary ?? "").split("\n").filter((line) => line.trim() !== "");
  const isExtracted = lines.length === 0 || lines.some((line) => line.startsWith(asked.slice(0, 5)));
  return isExtracted ? undefined : lines.slice(0, 3).map((line) => `- ${quote(line, 140)}`);
}

const MOST_PREVIOUS_TOKENS = 60;

/** S4.4: its short id, date, project and counts, and what was asked, changed and left, as far as 60 tokens go. */
async function previousLine(before: PreviousSession, query: StartQuery): Promise<StartLine> {
  const { context } = query.messages;
  const { session } = before;
  const [overview] = (
    await query.store.sessions({ project: query.project, limit: 20, withContent: true })
  ).filter(({ id }) => id === session.sessionId);
  const head = `## ${context.session(session.sessionId.slice(0, 8), query.formatTime(session.lastAt), quote(query.project, 60))}`;
  const counts = `- ${context.counts(overview?.prompts ?? session.turns.length, overview?.observations ?? 0)}`;
  const files = before.changed.slice(0, 3).join(", ");
  const written = summaryByModel(overview?.summary, context.asked(""));
  const details =
    written ??
    [
      before.asked === "" ? undefined : `- ${context.asked(quote(before.asked, 70))}`,
      files === "" ? undefined : `- ${context.changed(quote(files, 120))}`,
      before.left === undefined ? undefined : `- ${context.left(before.left)}`,
    ].filter((line) => line !== undefined);
  const lines = [head, counts];
  for (const line of details) {
    if (estimateTokens([...lines, line].join("\n")) <= MOST_PREVIOUS_TOKENS) lines.push(line);
  }
  const uri = `session://${session.sessionId}`;
  return {
    text: lines.join("\n"),
    sources: [{ uri, type: "previous-session", reason: "the session before this one" }],
  };
}
