import { type InputOf, pass, type ReplyFor } from "../../clients/index.ts";
import { digestsIn } from "../../memory/sql/index.ts";
import { mainlinesOf } from "../../platform/git.ts";
import { joinBlocks } from "../../recall/blocks/start-block.ts";
import { recordHoldout } from "../../recall/holdout.ts";
import { injectionsOf } from "../../recall/injections.ts";
import { startContext } from "../../recall/start/start-context.ts";
import { injectedLine, takenUpLines, takenUpRules } from "../../recall/start/taken-up.ts";
import { searchIn } from "../../search/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Injection } from "../../store/records/records.ts";
import { workflowAtStart } from "../../work/announce.ts";
import { mayHaveWork } from "../../work/place.ts";
import { restoreAfterCompaction } from "../../work/restore.ts";
import type { EventContext } from "../event-context.ts";

/** Sources that continue an earlier conversation. */
const GOES_ON: ReadonlySet<string> = new Set(["resume", "fork"]);
/** An unchanged transcript needs only a check. For the copied records in a fork's, the answer waits at most this long. */
const CATCH_UP_MS = 400;

export async function sessionStart(
  input: InputOf<"SessionStart">,
  ctx: EventContext,
): Promise<ReplyFor<"SessionStart">> {
  const reply =
    input.source === "compact"
      ? await restoreAfterCompaction(input.sessionId, ctx)
      : await injectContext(input, ctx);
  await recordHoldout(input, ctx);
  ctx.clientMemory.started({ project: ctx.project, cwd: input.cwd, transcriptPath: input.transcriptPath });
  // Last, when it is certain that the answer is in time, because a notice is shown once.
  const notice = ctx.takeNotice();
  const said = reply.message === undefined ? [] : [reply.message];
  const message = [...(notice === undefined ? [] : [notice]), ...said].join("\n");
  return message === "" ? reply : { ...reply, message: shortened(message, ctx) };
}

/** Injects the project's past for the model, and tells the user. */
async function injectContext(
  input: InputOf<"SessionStart">,
  ctx: EventContext,
): Promise<ReplyFor<"SessionStart">> {
  // The transcript tells which session is being resumed, and whether this is a fork.
  if (GOES_ON.has(input.source)) await ctx.catchUp(CATCH_UP_MS);
  const before = GOES_ON.has(input.source) ? await injectionsOf(input.sessionId, ctx) : [];
  // A resumed conversation still contains its earlier injections, so only later items are new to it. After `/clear`
  // they are gone, and everything is injected again.
  const after = before[0]?.at;
  const own = [...(await ctx.own()).sessions];
  const isNew = !(await recordsIn(ctx.store).hasSession(ctx.project, own));
  const [moved] = isNew ? await ctx.followMoved() : [];
  const isFirst = isNew && moved === undefined && !ctx.knowledge.isInTeam();
  if (!isFirst) await digestMissing(ctx, own);
  const earlier = await startContext({
    store: ctx.store,
    past: isFirst ? undefined : await ctx.knowledge.past(own),
    project: ctx.project,
    client: ctx.client,
    at: ctx.at,
    own,
    coreBudget: ctx.settings.context.coreTokens,
    importsUser: ctx.settings.context.userImports.includes(ctx.project),
    branch: ctx.branch(),
    mainlines: mainlinesOf(input.cwd ?? ""),
    claudeMd: ctx.claudeMd(),
    notes: ctx.projectNotes(),
    kinds: isFirst ? {} : ctx.knowledge.recall.kinds,
    budget: ctx.settings.context.tokens,
    messages: ctx.messages,
    isMuted: ctx.isMuted,
    isHeldOut: ctx.isHeldOut,
    ...(after === undefined ? {} : { after, injected: await injectedBefore(input.sessionId, before, ctx) }),
  });
  const movedLine = moved === undefined ? undefined : ctx.messages.notices.movedFrom(moved);
  const taken = isFirst || GOES_ON.has(input.source) ? [] : await takenUp(ctx, own);
  const { sessionId: id, source } = input;
  // A resumed conversation is not a new session. Runs before the workflow, because the handoff may contain one.
  const handoff = GOES_ON.has(source) ? undefined : await ctx.takeHandoff();
  const mayWork = mayHaveWork(ctx.workflowRoot, input.cwd ?? "", ctx.project);
  const workflow = mayWork ? await workflowAtStart({ id, source }, before, ctx) : {};
  const block = joinBlocks([handoff, workflow.block, earlier]);
  if (block === undefined) return toReply([movedLine, ...taken, workflow.message]);
  await ctx.ledger("SessionStart", block);
  const lines = [
    injectedLine(earlier?.memories.length ?? 0, block, ctx.messages),
    movedLine,
    ...taken,
    leftLine(earlier?.left ?? [], ctx),
    workflow.message,
  ];
  return { context: block.text, ...toReply(lines) };
}

function toReply(lines: readonly (string | undefined)[]): ReplyFor<"SessionStart"> {
  const said = lines.filter((line) => line !== undefined);
  return said.length === 0 ? pass : { message: said.join("\n") };
}

/** Maximum lines for the user: one about the injections, and two with news. */
const MAX_LINES = 3;

function shortened(message: string, { messages }: EventContext): string {
  const lines = message.split("\n");
  const more = lines.length - MAX_LINES;
  if (more <= 0) return message;
  return `${lines.slice(0, MAX_LINES).join("\n")} (${messages.notices.andMore(more)})`;
}

/** Newly learned rules, announced once with the command that removes them. */
async function takenUp(ctx: EventContext, own: readonly string[]): Promise<string[]> {
  const rules = await takenUpRules({ ...ctx, own });
  return rules.length === 0 ? [] : takenUpLines(rules, ctx.messages);
}

/** A session that was killed before its first Stop has no digest yet, but all of its records. */
async function digestMissing({ store, project, work }: EventContext, own: readonly string[]): Promise<void> {
  for (const id of await digestsIn(store).sessionsWithoutDigest(MOST_MISSING, project)) {
    if (!own.includes(id)) await work.digest(id);
  }
}

const MOST_MISSING = 3;

const NAMED = 12;

/** Core memories that did not fit are never dropped silently. */
function leftLine(uris: readonly string[], { messages, settings }: EventContext): string | undefined {
  if (uris.length === 0) return undefined;
  return messages.notices.memoriesLeft(uris.length, settings.context.coreTokens, listed(uris, messages));
}

function listed(uris: readonly string[], { notices }: EventContext["messages"]): string {
  const more = uris.length - NAMED;
  const named = uris.slice(0, NAMED).join(", ");
  return more > 0 ? `${named} ${notices.andMore(more)}` : named;
}

/** All injections of the session itself, and the newest of the sessions that it was forked from. */
async function injectedBefore(
  sessionId: string,
  before: readonly Injection[],
  { store }: EventContext,
): Promise<Set<string>> {
  const uris = await searchIn(store).injectedInSession(sessionId);
  for (const { sources } of before) for (const { uri } of sources) uris.add(uri);
  return uris;
}
