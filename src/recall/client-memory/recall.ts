/**
 * Injects the client's own memories when they help. The client shows only its index, so a memory's text is injected when it
 * is relevant to the prompt, the current file or the failure: once per session, with its reason, within the budget.
 */

import type { HookEventName, InputOf } from "../../clients/index.ts";
import { bodyWithin } from "../../memory/client/body.ts";
import { type Problem, problemsOf } from "../../memory/client/check.ts";
import { failureWords } from "../../memory/client/failure-words.ts";
import { bestMatch } from "../../memory/client/match.ts";
import { linkedFrom, type MemorySet, type SetMember } from "../../memory/client/memory-set.ts";
import { inProject } from "../../memory/records/summary.ts";
import { filesOf } from "../../store/records/observation.ts";
import type { Observation } from "../../store/records/records.ts";
import { aboutness } from "../blocks/about.ts";
import { dayOf, quoted, renderFacts } from "../blocks/render.ts";
import type { Fact } from "../blocks/types.ts";
import { alreadyInjected, inject } from "../injections.ts";
import { queryWords } from "../past/words.ts";
import type { RecallContext } from "../recall-context.ts";

const BODY = 1_200;
const SHORT = 420;
const MOST_FOR_FILE = 2;

/** For a prompt. `tokens`: the part of the prompt's budget that it used. */
export async function clientPromptRecall(
  asked: string,
  { sessionId }: InputOf<"UserPromptSubmit">,
  ctx: RecallContext,
): Promise<{ text: string; tokens: number } | undefined> {
  const set = await setFor(ctx);
  if (set === undefined) return undefined;
  const best = bestMatch(queryWords(asked), set.index);
  const member = best === undefined ? undefined : set.members.get(best.id);
  if (best === undefined || member === undefined) return undefined;
  const reason = `the client's own memory; its words are in the prompt (coverage ${best.coverage.toFixed(2)})`;
  const place = {
    event: "UserPromptSubmit",
    sessionId,
    budget: ctx.knowledge.recall.promptTokens,
    reason,
  } as const;
  return injectMembers([member], set, "From the client's memory, on what was asked:", place, ctx);
}

const FILE_TOOLS: ReadonlySet<string> = new Set(["Read", "Edit", "Write", "MultiEdit", "NotebookEdit"]);

/** For a file, before it is read or changed. A file that no memory names costs one map lookup. */
export async function clientFileRecall(
  { sessionId, toolName, toolInput, cwd = "" }: InputOf<"PreToolUse">,
  ctx: RecallContext,
): Promise<string | undefined> {
  if (!FILE_TOOLS.has(toolName)) return undefined;
  const set = ctx.clientMemory.loaded(ctx.project);
  const [file] = filesOf(toolName, toolInput);
  if (set === undefined || file === undefined || ctx.isHeldOut) return undefined;
  const named = set.byFileName.get(file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1));
  if (named === undefined) return undefined;
  const path = inProject(inProject(file, ctx.project), cwd === "" ? ctx.project : cwd);
  const about = named.filter(
    // A file mentioned in passing is not the memory's subject.
    ({ uri, title, description, body }) =>
      aboutness({ uri, content: `${title}\n${body.split("\n")[0]}`, disclosure: description }, path) === 3,
  );
  const reason = "the client's own memory; it names this file";
  const place = { event: "PreToolUse", sessionId, budget: ctx.knowledge.recall.fileTokens, reason } as const;
  const members = about.slice(0, MOST_FOR_FILE);
  return (await injectMembers(members, set, "From the client's memory, on this file:", place, ctx))?.text;
}

/** For a recorded failure. */
export async function clientFailureRecall(
  event: "PostToolUse" | "PostToolUseFailure",
  call: Observation,
  ctx: RecallContext,
): Promise<string | undefined> {
  const set = await setFor(ctx);
  if (set === undefined) return undefined;
  const found = failureWords(call, set);
  if (found === undefined) return undefined;
  const reason = `the client's own memory; it names ${quoted(found.names.join(", "), 100)} of the error`;
  const place = { event, sessionId: call.sessionId, budget: ctx.knowledge.recall.failureTokens, reason };
  const heading = "From the client's memory, on this failure:";
  return (await injectMembers([found.member], set, heading, place, ctx))?.text;
}

/** Empty in a held-out session, because a model wrote these memories. */
async function setFor(ctx: RecallContext): Promise<MemorySet | undefined> {
  if (ctx.isHeldOut || ctx.project === "") return undefined;
  const set = await ctx.clientMemory.ready(ctx.project);
  return set === undefined || set.members.size === 0 ? undefined : set;
}

interface Moment {
  event: HookEventName;
  sessionId: string;
  budget: number;
  reason: string;
}

async function injectMembers(
  members: readonly SetMember[],
  set: MemorySet,
  heading: string,
  { event, sessionId, budget, reason }: Moment,
  ctx: RecallContext,
): Promise<{ text: string; tokens: number } | undefined> {
  if (budget === 0 || members.length === 0) return undefined;
  const injected = await alreadyInjected(sessionId, ctx);
  const facts: Fact[] = [];
  for (const member of members) {
    const isOwn = member.sessionId !== undefined && injected.sessions.has(member.sessionId);
    const isKnown = injected.uris.has(member.uri) || ctx.clientMemory.hasSeen(sessionId, member.path);
    if (isOwn || isKnown || ctx.isMuted(member.uri)) continue;
    const fresh = await ctx.clientMemory.fresh(member);
    if (fresh !== undefined) facts.push(toFact(fresh, set, ctx.clientMemory.branch(ctx.project), reason));
  }
  const { block } = renderFacts(heading, facts, budget);
  if (block === undefined) return undefined;
  const text = await inject(event, block, ctx);
  return text === undefined ? undefined : { text, tokens: block.tokens };
}

function toFact(member: SetMember, set: MemorySet, branch: string | undefined, reason: string): Fact {
  const problems = problemsOf(`${member.description}\n${member.body}`, set.folders);
  const marks = [
    ...(member.at === 0 ? [] : [dayOf(member.at)]),
    ...(member.branch === undefined || member.branch === branch
      ? []
      : [`written on branch ${member.branch}`]),
    ...problems.slice(0, 3).map(toMark),
  ];
  const head = `${quoted(member.title, 120)}${marks.length === 0 ? "" : ` (${marks.join("; ")})`}`;
  const linked = linkedFrom(member, set)
    .slice(0, 2)
    .map(({ title, description }) => `; linked: ${quoted(`${title}: ${description}`, 160)}`)
    .join("");
  return {
    uri: member.uri,
    type: "memory",
    text: `${head}: ${quoted(bodyWithin(member.body, BODY), BODY + 10)}${linked}`,
    short: `${head}: ${quoted(bodyWithin(member.body, SHORT), SHORT + 10)}`,
    reason:
      problems.length === 0
        ? reason
        : `${reason}; out of date: ${problems.map(({ name }) => name).join(", ")}`,
  };
}

const MARKS: Readonly<Record<Problem["kind"], string>> = {
  file: "the file no longer exists",
  command: "the command no longer exists",
  link: "the link leads nowhere",
  source: "the client's file is gone",
};

/** The model reads the mark next to its memory. */
function toMark({ kind, name }: Problem): string {
  return `out of date? ${quoted(name, 100)}: ${MARKS[kind]}`;
}
