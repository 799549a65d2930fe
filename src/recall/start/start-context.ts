/**
 * The context for the start of a session: people's rules, then the project's past (what fails here, commands that work, the
 * last work on this branch, files in work, the previous session).
 */
import type { Messages } from "../../locale/messages.ts";
import { attribution } from "../../memory/records/attribution.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import { pitfallsIn } from "../blocks/pitfalls.ts";
import { type ContextBlock, joinBlocks, type StartLine, toStartBlock } from "../blocks/start-block.ts";
import type { KnowledgeService } from "../knowledge.ts";
import { type Item, isOn } from "../past/item.ts";
import type { ProjectPast, TeamKnowledge } from "../past/past.ts";
import { branchWork, hotFiles, usualCommands } from "../past/start-items.ts";
import { coreBlock } from "./core-memories.ts";
import { decisionsBlock } from "./decisions.ts";
import { previousLines } from "./previous-sessions.ts";

interface StartQuery {
  store: Store;
  /** Undefined where no session was before this one. */
  past: ProjectPast | undefined;
  project: string;
  /** The client of the session that starts. */
  client: string;
  at: number;
  branch: string | undefined;
  mainlines: ReadonlySet<string>;
  /** The texts of the project's CLAUDE.md files. Their content is not injected again. */
  claudeMd: string;
  /** Facts that are read from the project's files. */
  notes: readonly { uri: string; text: string }[];
  kinds: KnowledgeService["recall"]["kinds"];
  /** In tokens, without core memories. */
  budget: number;
  /** In tokens, of core memories alone. */
  coreBudget: number;
  /** Whether CLAUDE.md may import `user://` memories. */
  importsUser?: boolean;
  readonly messages: Messages;
  isMuted(uri: string): boolean;
  /** Only what people wrote down, and the previous session. */
  isHeldOut: boolean;
  /** For a resumed conversation: earlier events and these URIs are already part of it. */
  after?: number;
  injected?: ReadonlySet<string>;
  /** Sessions whose text is already part of a resumed conversation. */
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
  const clock = { now: query.at };
  const seen = injected === undefined ? clock : { injected, own, ...clock };
  const core = await coreBlock({
    store,
    project,
    isMuted,
    claudeMd,
    budget: query.coreBudget,
    ...seen,
    importsUser: query.importsUser,
  });
  const decisions =
    query.past === undefined ? undefined : await decisionsBlock({ store, project, isMuted, ...seen });
  const earlier = await pastBlock(query, query.budget - (decisions?.tokens ?? 0));
  const block = joinBlocks([core?.block, decisions, earlier]);
  if (block === undefined) return undefined;
  const decided = decisions?.sources.map(({ uri }) => uri) ?? [];
  return { ...block, memories: [...(core?.uris ?? []), ...decided], left: core?.left ?? [] };
}

async function pastBlock(query: StartQuery, budget: number): Promise<ContextBlock | undefined> {
  const { past, isMuted, injected, after } = query;
  const isNews = (uri: string) => !isMuted(uri) && injected?.has(uri) !== true;
  const notes = after === undefined ? query.notes.filter(({ uri }) => isNews(uri)) : [];
  // The first session of a project whose files contain nothing stops here.
  if (past === undefined && notes.length === 0) return undefined;
  const { messages } = query;
  const isInferred = past !== undefined && !query.isHeldOut && after === undefined;
  const items = isInferred ? inferredItems(past, query) : [];
  const lines: StartLine[] = [
    ...notes.map(({ uri, text }) => ({
      text,
      sources: [{ uri, type: "note", reason: "project fact", text }],
    })),
    ...toLines(
      items.filter(({ uri }) => isNews(uri)),
      messages,
    ),
  ];
  // The last work on the branch says more than the last session.
  const isOnBranch = items.some(({ kind }) => kind === "branch");
  const previous = past === undefined || isOnBranch ? [] : await previousLines({ ...query, past });
  if (lines.length === 0 && previous.length === 0) return undefined;
  return toStartBlock({ lines, previous, budget, messages });
}

function inferredItems(
  past: ProjectPast,
  { branch, mainlines, claudeMd, kinds, at: now }: StartQuery,
): Item[] {
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

// Injections for a session's start from the knowledge of other team members.

const MOST_PITFALLS = 3;
const MOST_COMMANDS = 5;

/** Newest first. `own`: what this machine's own sessions showed is not said again. */
export function teamPitfalls(team: TeamKnowledge | undefined, own: readonly Item[], now?: number): Item[] {
  const seen = new Set(own.map(({ uri }) => uri));
  const items: Item[] = [];
  for (const { key, text, ...by } of team?.pitfalls ?? []) {
    const uri = `pitfall://${key}`;
    if (seen.has(uri) || own.length + items.length >= MOST_PITFALLS) continue;
    seen.add(uri);
    const line = `${quote(text, 300)} (${attribution(by, now)})`;
    items.push({ kind: "pitfall", uri, text: line, reason: `failed again and again for ${by.author}` });
  }
  return items;
}

export function teamCommands(
  team: TeamKnowledge | undefined,
  own: readonly Item[],
  known: string,
  now?: number,
): Item[] {
  const seen = new Set(own.map(({ uri }) => uri));
  const items: Item[] = [];
  for (const { command, purpose, ...by } of team?.commands ?? []) {
    const uri = `command://${command}`;
    if (seen.has(uri) || known.includes(command) || own.length + items.length >= MOST_COMMANDS) continue;
    seen.add(uri);
    const name = `\`${quote(command, 120).replaceAll("`", "'")}\` (${attribution(by, now)})`;
    const text = purpose === undefined ? name : `${quote(purpose, 20)}: ${name}`;
    items.push({ kind: "command", uri, text, reason: `went well in several sessions of ${by.author}` });
  }
  return items;
}
