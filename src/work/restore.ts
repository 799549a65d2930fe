/** SessionStart after compaction: the status of the work, then its working set. */

import { pass, type ReplyFor } from "../clients/index.ts";
import { type ContextBlock, joinBlocks, toBlock } from "../recall/blocks/start-block.ts";
import { coreBlock } from "../recall/start/core-memories.ts";
import { damagedNotice } from "./announce.ts";
import type { WorkContext } from "./continuity.ts";
import { recoveryMessage } from "./workflow/recovery.ts";
import { renderRestore } from "./workflow/restore.ts";
import type { WorkflowState } from "./workflow/state.ts";
import { loadWorkingSet } from "./working-set.ts";

export async function restoreAfterCompaction(
  sessionId: string,
  ctx: WorkContext,
): Promise<ReplyFor<"SessionStart">> {
  const found = await ctx.continuity.attach({ isStart: false });
  const state = ctx.continuity.workflow();
  const standing = state === undefined ? ctx.continuity.pendingTasks() : recoveryOf(state, ctx);
  // The compaction removed them from the conversation, so standing rules are injected again.
  const { store, project, isMuted, settings } = ctx;
  // The working set already restores this session's own words.
  const own = [...(await ctx.own()).sessions];
  const core = await coreBlock({
    store,
    project,
    isMuted,
    importsUser: settings.context.userImports.includes(project),
    budget: settings.context.coreTokens,
    own,
    claudeMd: ctx.claudeMd(),
  });
  const block = joinBlocks([
    core?.block,
    standing === null
      ? undefined
      : toBlock(standing, { uri: `workflow://${sessionId}`, type: "recovery", reason: "after compaction" }),
    await workingBlock(sessionId, ctx),
  ]);
  if (block === undefined) return pass;
  await ctx.ledger("SessionStart", block);
  if (state !== undefined) ctx.continuity.timeline("session:restore", { tokens: block.tokens });
  const restored = ctx.messages.notices.restored(block.tokens);
  const damaged = found.kind === "fault" ? damagedNotice(found, ctx.messages) : undefined;
  return { context: block.text, message: damaged === undefined ? restored : `${damaged}\n${restored}` };
}

async function workingBlock(sessionId: string, ctx: WorkContext): Promise<ContextBlock | undefined> {
  const loaded = await loadWorkingSet(ctx.store, sessionId, await ctx.own());
  const { text } = loaded === undefined ? { text: "" } : renderRestore(loaded.set, ctx.messages);
  if (text === "") return undefined;
  return toBlock(text, { uri: `session://${sessionId}`, type: "working-set", reason: "after compaction" });
}

export function recoveryOf(state: WorkflowState, ctx: WorkContext): string {
  const { continuity, messages } = ctx;
  return recoveryMessage({
    state,
    messages,
    pending: continuity.pendingTasks(),
    where: continuity.workflowPath(),
    guide: continuity.guide,
  });
}
