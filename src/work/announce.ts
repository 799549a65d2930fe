/** Injects the workflow that a session continues: at its start, or at the first prompt after the work began. */

import { basename, dirname } from "node:path";
import type { Messages } from "../locale/messages.ts";
import { type ContextBlock, toBlock } from "../recall/blocks/start-block.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Injection } from "../store/records/records.ts";
import type { Caller } from "./caller.ts";
import type { WorkContext } from "./continuity.ts";
import { pendingTasks } from "./pending.ts";
import { stopOrder } from "./stage-moves.ts";
import { cutText, oneLine } from "./workflow/cut.ts";
import { RECOVERY_LIMIT, workflowLine } from "./workflow/recovery.ts";
import { dropAgents, isFinished, progressOf, type WorkflowState } from "./workflow/state.ts";
import { type FoundWork, findWork, type Work } from "./works.ts";

interface Announced {
  /** For the model. */
  block?: ContextBlock | undefined;
  /** For the user. */
  message?: string | undefined;
}

/** At the start of a session, joins it to its work and reports that. `before` lists the conversation's earlier injections. */
export async function workflowAtStart(
  session: { id: string; source: string },
  before: readonly Injection[],
  ctx: WorkContext,
): Promise<Announced> {
  const { continuity, messages } = ctx;
  const cleared = await clearedBefore(session.source, ctx);
  const found = await attachAtStart(session.id, cleared, ctx);
  if (found.kind === "several") return { block: once(severalText(found.works, messages), SEVERAL, before) };
  if (found.kind !== "one" || isFinished(found.work.state)) {
    const block = once(continuity.pendingTasks() ?? "", OPEN_TASKS, before);
    return found.kind === "fault" ? { message: damagedNotice(found, messages), block } : { block };
  }
  await beginSession(session, cleared, ctx);
  const state = continuity.workflow() ?? found.work.state;
  const mark = markOf(state, continuity.workflowPath());
  // Only a resumed conversation still contains earlier injections.
  const isKnown = session.source === "resume" && (await continuity.notes()).workflow === mark;
  await continuity.noteAnnounced(mark);
  const isBusy = await isWorkedOn(state, session.id, ctx);
  const pending = (await maybeDone(state, ctx)) ?? continuity.pendingTasks();
  const isListed = pending === null || wasInjected(before, pending);
  // Two sessions that continue would do the work twice.
  const tasks = isBusy
    ? (pending?.replace(messages.tasks.next, messages.workflow.busy) ?? messages.workflow.busy)
    : pending;
  const lines = [
    ...(isKnown ? [] : announcement(state, messages, continuity.guide)),
    ...(isListed && !isBusy ? [] : [tasks ?? ""]),
  ];
  if (lines.length === 0) return {};
  const { bar, done, total } = progressOf(state);
  const name = workflowLine(state, messages);
  return {
    block: toBlock(cutText(lines.join("\n"), RECOVERY_LIMIT), source(session.id, "unfinished workflow")),
    message: messages.workflow.goesOn(name, bar, done, total),
  };
}

/** True if the last session on it is in the middle of a turn. A resumed or cleared conversation is the same session. */
async function isWorkedOn(state: WorkflowState, sessionId: string, ctx: WorkContext): Promise<boolean> {
  const own = new Set([sessionId, ...(await ctx.own()).sessions]);
  const last = state.sessions?.findLast((id) => !own.has(id));
  return last !== undefined && ctx.continuity.isInTurn(last);
}

/** If all tasks are done, or the folder was moved away, the user is asked once, not in every session. */
async function maybeDone(
  state: WorkflowState,
  { continuity, messages }: WorkContext,
): Promise<string | null> {
  const name = state.featureName ?? "";
  const tasks = continuity.featureTasks();
  if (tasks === "open" && state.hadTasks !== true)
    await continuity.changeWorkflow((now) => ({ ...now, hadTasks: true }));
  // A feature named before its folder exists is not done.
  if (tasks !== "ticked" && !(tasks === "gone" && state.hadTasks === true)) return null;
  if (state.askedDone === true) return null;
  await continuity.changeWorkflow((now) => ({ ...now, askedDone: true }));
  const command = continuity.guide.replace(/ status$/, " end");
  return messages.workflow.maybeDone(oneLine(name), command);
}

/** At a prompt: only if the workflow was started since, or if the start was missed; and only once. */
export async function workflowAtPrompt(
  sessionId: string,
  ctx: WorkContext,
): Promise<ContextBlock | undefined> {
  const { continuity, messages } = ctx;
  const found = await attachAtPrompt(sessionId, ctx);
  if (found.kind !== "one" || isFinished(found.work.state)) return undefined;
  const { state } = found.work;
  const order = await stopOrder(ctx);
  if (order !== undefined) return toBlock(order, source(sessionId, "three failures"));
  const mark = markOf(state, continuity.workflowPath());
  const told = (await continuity.notes()).workflow;
  // Later moves are the session's own, so it already has them.
  if (told.split("|")[0] === mark.split("|")[0]) return undefined;
  await continuity.noteAnnounced(mark);
  return toBlock(
    announcement(state, messages, continuity.guide).join("\n"),
    source(sessionId, "workflow started"),
  );
}

/** If the daemon started too late to see the session's start, the first prompt replaces it. */
async function attachAtPrompt(sessionId: string, ctx: WorkContext): Promise<FoundWork> {
  const found = await ctx.continuity.attach({ isStart: false });
  if (found.kind !== "none") return found;
  const prompts = await recordsIn(ctx.store).prompts({ sessionId, limit: 2 });
  return prompts.length > 1 ? found : attachAtStart(sessionId, [], ctx);
}

/** Users do not read the log, so they get a message too. */
export function damagedNotice(
  { path, fault }: Extract<FoundWork, { kind: "fault" }>,
  { workflow }: WorkContext["messages"],
): string {
  return workflow.damaged(path, workflow.faults[fault]);
}

/** Two lines. */
export function announcement(state: WorkflowState, messages: Messages, guide: string): string[] {
  const { done, total } = progressOf(state);
  const { running, how } = messages.workflow;
  return [running(workflowLine(state, messages), done, total), how(guide)];
}

export function severalText(works: readonly Work[], messages: Messages): string {
  const list = works.map(({ state }) => workflowLine(state, messages)).join("; ");
  return [
    `[Pawl] ${messages.workflow.several(cutText(list, 600))}`,
    messages.workflow.severalHint("workflow_status {feature}"),
  ].join("\n");
}

async function attachAtStart(id: string, cleared: readonly string[], ctx: WorkContext): Promise<FoundWork> {
  const origins = [...(await ctx.own()).sessions].filter((one) => one !== id);
  return ctx.continuity.attach({ isStart: true, origins: [...cleared, ...origins] });
}

/** The client starts the next session at once. */
const CLEARED_MS = 60_000;

/** The session that `/clear` ended in this checkout. The new session continues its work. */
async function clearedBefore(
  source: string,
  { store, project, at, continuity }: WorkContext,
): Promise<string[]> {
  if (source !== "clear") return [];
  const lately = await recordsIn(store).sessions({ project, limit: 10 });
  const cleared = lately.find(
    ({ endReason, endedAt = 0, cwd }) =>
      endReason === "clear" && Math.abs(at - endedAt) <= CLEARED_MS && continuity.isHere(cwd),
  );
  return cleared === undefined ? [] : [cleared.id];
}

/** A new session has no subagents, so entries of an earlier run end here. */
async function beginSession(
  { id, source }: { id: string; source: string },
  cleared: readonly string[],
  ctx: WorkContext,
): Promise<void> {
  const { continuity } = ctx;
  const now = new Date(ctx.at).toISOString();
  const ended = new Set([id, ...cleared]);
  await continuity.changeWorkflow((state) => dropAgents(state, ended, now));
  await syncFeature(ctx);
  continuity.timeline("session:start", { source, session: id });
}

/** A workflow that was started without a feature gets the feature that the folder points to. */
async function syncFeature({ continuity }: WorkContext): Promise<void> {
  const name = continuity.evidentFeature();
  if (name === undefined) return;
  const changed = await continuity.changeWorkflow((state) =>
    state.featureName === undefined ? { ...state, featureName: name } : state,
  );
  if (changed !== undefined) continuity.timeline("feature:change", { feature: name });
}

const SEVERAL = { uri: "workflow://several", type: "workflow", reason: "unfinished workflows" };
const OPEN_TASKS = { uri: "specs://in-progress", type: "tasks", reason: "open tasks of the feature" };

/** A resumed conversation already contains the text, unless it has changed since. */
function once(
  text: string,
  source: Parameters<typeof toBlock>[1],
  before: readonly Injection[],
): ContextBlock | undefined {
  return text === "" || wasInjected(before, text) ? undefined : toBlock(text, source);
}

function wasInjected(before: readonly Injection[], text: string): boolean {
  return before.slice(0, 10).some((injection) => injection.text.includes(text));
}

function source(sessionId: string, reason: string) {
  return { uri: `workflow://${sessionId}`, type: "workflow", reason };
}

function markOf(state: WorkflowState, path: string): string {
  const { done } = progressOf(state);
  return oneLine(`${basename(dirname(path))}@${state.createdAt}|${state.currentStage ?? ""}|${done}`);
}

/** The injection for a session that would start in the folder now. */
export function workflowPreview(
  caller: Pick<Caller, "root" | "place" | "messages" | "pawl">,
  cwd: string,
): ContextBlock | undefined {
  const { root, place, messages } = caller;
  const found = findWork(root, { place });
  if (found.kind === "several") return toBlock(severalText(found.works, messages), SEVERAL);
  const work = found.kind === "one" && !isFinished(found.work.state) ? found.work : undefined;
  const lines = [
    work === undefined ? [] : announcement(work.state, messages, `${caller.pawl} workflow status`),
    pendingTasks(work, { place, cwd, messages }) ?? [],
  ].flat();
  if (lines.length === 0) return undefined;
  const text = cutText(lines.join("\n"), RECOVERY_LIMIT);
  return toBlock(text, work === undefined ? OPEN_TASKS : source("here", "unfinished workflow"));
}
