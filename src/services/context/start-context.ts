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
import { quote } from "../../memory/text/quote.ts";
import { estimateTokens } from "../../memory/text/tokens.ts";
import type { Store } from "../../store/store.ts";
import { isOn } from "../recall/kinds.ts";
import type { KnowledgeService } from "../recall/knowledge-type.ts";
import { coreBlock } from "./core-memories.ts";

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
  budget: number;
  formatTime(at: number): string;
  messages: Messages;
  isMuted(uri: string): boolean;
  /** Only what people wrote down, and the previous session. */
  isHeldOut: boolean;
  /** A resumed conversation: what happened before this moment, and these URIs, stand in it already. */
  after?: number;
  injected?: ReadonlySet<string>;
}

interface StartContext extends ContextBlock {
  /** Memories that are in it, by URI. */
  memories: string[];
}

export async function startContext(query: StartQuery): Promise<StartContext | undefined> {
  const { injected } = query;
  const core = await coreBlock({ ...query, ...(injected === undefined ? {} : { injected }) });
  const earlier = await pastBlock(query);
  const block = core === undefined ? earlier : joinBlocks([core.block, earlier]);
  return block === undefined ? undefined : { ...block, memories: core?.uris ?? [] };
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

function inferredItems({ past, branch, mainlines, claudeMd, kinds }: StartQuery): Item[] {
  const pitfalls = isOn("pitfall", kinds)
    ? pitfallsIn(past.sessions).map(
        ({ key, text, sessions }): Item => ({
          kind: "pitfall",
          uri: `pitfall://${key}`,
          text,
          reason: `failed in ${sessions} of the last 10 sessions`,
        }),
      )
    : [];
  const commands = isOn("command", kinds) ? usualCommands(past, claudeMd) : [];
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
  const details = [
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
