import { block, type InputOf, pass, type ReplyFor, say } from "../../clients/index.ts";
import { EDIT_TOOLS } from "../../memory/records/edits.ts";
import { askToSave } from "../../recall/ask-to-save.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { endLine } from "../../work/view.ts";
import { countLines } from "../../work/workflow/recovery.ts";
import { stageTitle } from "../../work/workflow/stages.ts";
import { progressOf } from "../../work/workflow/state.ts";
import { saveState } from "../../work/working-set.ts";
import type { EventContext } from "../event-context.ts";

/** The number of a turn's calls that are searched for an edit. */
const LOOK_BACK = 100;

/** Stop fires every turn: it is a checkpoint, not the end. Its writes happen after the answer was sent. */
export async function stop(input: InputOf<"Stop">, ctx: EventContext): Promise<ReplyFor<"Stop">> {
  const progress = await progressLine(ctx);
  ctx.later(async () => {
    await ctx.catchUp();
    await ctx.work.summarize(input.sessionId, ctx.at, ctx.messages.locale);
    await ctx.continuity.worked(async () => {
      const last = await recordsIn(ctx.store).observations({ sessionId: input.sessionId, limit: LOOK_BACK });
      return last.some(({ toolName, ok }) => ok && EDIT_TOOLS.has(toolName));
    });
    await saveState("Stop", input.sessionId, ctx);
    await ctx.work.learn(input.sessionId, ctx.at);
  });
  const unsaved = await askToSave(input, ctx);
  if (unsaved !== undefined)
    return progress === undefined ? block(unsaved) : { ...say(progress), block: unsaved };
  return progress === undefined ? pass : say(progress);
}

/** The same bar as in PreCompact, shown only when it has changed. */
async function progressLine({ continuity, messages }: EventContext): Promise<string | undefined> {
  const state = continuity.workflow();
  if (state === undefined) return undefined;
  const { bar, done, total } = progressOf(state);
  const stage = state.currentStage ?? "";
  const title = stage === "" ? endLine(state, messages) : stageTitle(stage, messages);
  const parts = [messages.recovery.progress(bar, done, total), title, ...countLines(state, messages)];
  const progress = `Pawl: ${parts.join(" · ")}`;
  if ((await continuity.notes()).progress === progress) return undefined;
  await continuity.note({ progress });
  return progress;
}
