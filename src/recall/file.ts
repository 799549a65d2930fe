/** Context for a file before it is read or edited: memories about it, and the model's notes from its last change. */

import type { InputOf } from "../clients/index.ts";
import type { Memory } from "../memory/records/memory.ts";
import { inProject } from "../memory/records/summary.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { filesOf } from "../store/records/observation.ts";
import { aboutness } from "./blocks/about.ts";
import { recallForFile } from "./blocks/file.ts";
import type { MemoryFact } from "./blocks/types.ts";
import { toFact } from "./candidates.ts";
import { alreadyInjected, inject } from "./injections.ts";
import { isOn, toFact as toNote } from "./past/item.ts";
import { noteForFile } from "./past/notes.ts";
import type { ProjectPast } from "./past/past.ts";
import type { RecallContext } from "./recall-context.ts";

const FILE_TOOLS: ReadonlySet<string> = new Set(["Read", "Edit", "Write", "MultiEdit", "NotebookEdit"]);
const MEMORIES = 300;

/** Runs before every tool call: most calls return at the first line, and an unknown file costs one query. */
export async function fileRecall(
  { sessionId, toolName, toolInput, cwd = "" }: InputOf<"PreToolUse">,
  ctx: RecallContext,
): Promise<string | undefined> {
  const budget = ctx.knowledge.recall.fileTokens;
  if (!FILE_TOOLS.has(toolName) || ctx.project === "" || budget === 0) return undefined;
  const texts: string[] = [];
  for (const file of filesOf(toolName, toolInput).slice(0, MOST_FILES)) {
    const text = await recallOf(file, { sessionId, cwd, budget }, ctx);
    if (text !== undefined) texts.push(text);
  }
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

/** For a patch with many files: the first ones. */
const MOST_FILES = 3;

async function recallOf(
  file: string,
  { sessionId, cwd, budget }: { sessionId: string; cwd: string; budget: number },
  ctx: RecallContext,
): Promise<string | undefined> {
  const path = inProject(inProject(file, ctx.root), cwd === "" ? ctx.project : cwd);
  const memories = await memoriesAbout(path, ctx);
  const past = await pastWithNotes(ctx);
  if (memories.length === 0 && past === undefined) return undefined;
  const injected = await alreadyInjected(sessionId, ctx);
  const note = past && noteForFile(past, path, injected.uris);
  if (memories.length === 0 && note === undefined) return undefined;
  return inject(
    "PreToolUse",
    recallForFile({
      path,
      memories,
      ...(note === undefined || ctx.isMuted(note.uri) ? {} : { note: toNote(note) }),
      injected,
      budget,
      now: ctx.at,
    }),
    ctx,
  );
}

/** Undefined if no earlier session has notes. */
async function pastWithNotes(ctx: RecallContext): Promise<ProjectPast | undefined> {
  if (ctx.isHeldOut || !isOn("reason", ctx.knowledge.recall.kinds)) return undefined;
  const past = await ctx.knowledge.past([...(await ctx.own()).sessions]);
  return past.sessions.some(({ notes }) => notes !== undefined) ? past : undefined;
}

/** Nearest first; on a tie, the more important one. */
async function memoriesAbout(
  path: string,
  { store, project, isMuted }: RecallContext,
): Promise<MemoryFact[]> {
  const all = await memoriesIn(store).memories({
    project,
    maxPriority: 5,
    notNamespace: "client",
    limit: MEMORIES,
  });
  return all
    .map((memory): [Memory, number] => [memory, aboutness(memory, path)])
    .filter(([{ uri }, about]) => about > 0 && !isMuted(uri))
    .sort(([a, aboutA], [b, aboutB]) => aboutB - aboutA || a.priority - b.priority)
    .map(([memory]) => toFact(memory));
}
