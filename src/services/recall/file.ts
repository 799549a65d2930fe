/** S1.4, S1.14: what is known about a file, its directory and its kind, before it is touched. */

import type { FileKnowledge } from "../../memory/learn/types.ts";
import { aboutness } from "../../memory/recall/about.ts";
import { FILE_LIMITS, recallForFile } from "../../memory/recall/file.ts";
import type { MemoryFact } from "../../memory/recall/types.ts";
import type { FileFact } from "../../memory/records/knowledge.ts";
import type { Memory } from "../../memory/records/memory.ts";
import { filesOf } from "../../memory/records/observation.ts";
import { inProject } from "../../memory/records/summary.ts";
import type { InputOf } from "../../protocol/index.ts";
import type { EventContext } from "../event-context.ts";
import { toFact } from "./candidates.ts";
import { alreadyInjected, inject } from "./injections.ts";

const FILE_TOOLS: ReadonlySet<string> = new Set(["Read", "Edit", "Write", "MultiEdit", "NotebookEdit"]);
const MEMORIES = 300;
const FACTS = 20;

/** This runs before every tool call: most leave at the first line, and a file that nobody knows costs two queries. */
export async function fileRecall(
  { sessionId, toolName, toolInput, cwd = "" }: InputOf<"PreToolUse">,
  ctx: EventContext,
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

/** Of a patch that changes many files, the first ones. */
const MOST_FILES = 3;

async function recallOf(
  file: string,
  { sessionId, cwd, budget }: { sessionId: string; cwd: string; budget: number },
  ctx: EventContext,
): Promise<string | undefined> {
  const path = inProject(inProject(file, ctx.project), cwd === "" ? ctx.project : cwd);
  const { sessions: own } = await ctx.own();
  const found = await ctx.store.fileFacts({
    project: ctx.project,
    files: [path],
    except: [...own],
    limit: FACTS,
  });
  const facts = found.filter(({ key }) => !ctx.isMuted(`file://${path}#${key}`));
  const memories = await memoriesAbout(path, ctx);
  if (facts.length + memories.length === 0) return undefined;
  const hash = ctx.knowledge.hashOf(file);
  const limits = { ...FILE_LIMITS, budget };
  const injected = await alreadyInjected(sessionId, ctx);
  const knowledge = toKnowledge(path, facts);
  const known = hash === undefined ? {} : { hash };
  return inject("PreToolUse", recallForFile({ path, knowledge, memories, injected, limits, ...known }), ctx);
}

/** Nearest first; of equals the more important. */
async function memoriesAbout(path: string, { store, project, isMuted }: EventContext): Promise<MemoryFact[]> {
  const all = await store.memories({ project, maxPriority: 5, limit: MEMORIES });
  return all
    .map((memory): [Memory, number] => [memory, aboutness(memory, path)])
    .filter(([{ uri }, about]) => about > 0 && !isMuted(uri))
    .sort(([a, aboutA], [b, aboutB]) => aboutB - aboutA || a.priority - b.priority)
    .map(([memory]) => toFact(memory));
}

function toKnowledge(path: string, facts: readonly FileFact[]): FileKnowledge {
  const knowledge: FileKnowledge = { path, changes: [], failures: [] };
  for (const { key, sessionId, at, what, why, hash, fingerprint, ok } of facts) {
    const provenance = { sessionId, key, at, file: path, ...(hash === undefined ? {} : { fileHash: hash }) };
    if (fingerprint === undefined) {
      knowledge.changes.push({ what, at, provenance, ...(why === undefined ? {} : { why }) });
    } else knowledge.failures.push({ error: what, fingerprint, solved: ok, at, provenance });
  }
  return knowledge;
}
