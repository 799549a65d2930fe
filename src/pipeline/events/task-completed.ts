import { afterTaskCompleted } from "../../clients/client-tasks.ts";
import { type InputOf, pass, type ReplyFor } from "../../clients/index.ts";
import type { EventContext } from "../event-context.ts";

/** The client's own task list is part of the work: a later session must not get finished tasks. */
export async function taskCompleted(
  input: InputOf<"TaskCompleted">,
  ctx: EventContext,
): Promise<ReplyFor<"TaskCompleted">> {
  const { sessionId: session, taskId: id } = input;
  if (id !== undefined)
    await ctx.continuity.changeClientTasks((tasks) => afterTaskCompleted(tasks, { session, id }));
  return pass;
}
