/** Tools that let the model see, start, move and end the workflow of its work. */
import { z } from "zod";
import { endWork, moveStage, openToShow, openWork, startWork } from "../work/actions.ts";
import type { Caller } from "../work/caller.ts";
import { endLine, kindLines, statusLines, taskLines } from "../work/view.ts";
import type { FindCaller } from "./context.ts";
import { type Act, CHANGES, READS, type Tool, tool } from "./tool.ts";

/** How Claude Code names the call that a request belongs to; the hooks see the same id together with the session. */
const TOOL_USE_ID = "claudecode/toolUseId";

const word = (most: number) => z.string().min(1).max(most);
const feature = word(300).optional().describe("Only if several pieces of work are unfinished here");

export function workflowTools(findCaller: FindCaller): Tool[] {
  /** A tool that acts for its caller. */
  const forCaller =
    <I extends { feature?: string | undefined }>(
      act: (caller: Caller, input: I) => Promise<string>,
    ): Act<I> =>
    async (input, meta) => {
      const id = meta?.[TOOL_USE_ID];
      const call = { toolUseId: typeof id === "string" ? id : undefined, feature: input.feature };
      return act({ ...(await findCaller(call)), hasTools: true }, input);
    };
  const acted = ({ work, notice }: Awaited<ReturnType<typeof startWork>>, caller: Caller) =>
    [...(notice === undefined ? [] : [notice]), ...statusLines(work, caller)].join("\n");

  return [
    tool({
      name: "workflow_status",
      description:
        "The workflow of the current piece of work: its stages, the current one, open tasks, what to do next.",
      input: { feature },
      hints: READS,
      act: forCaller(async (caller) => statusLines(openToShow(caller), caller).join("\n")),
    }),
    tool({
      name: "workflow_start",
      description: `Start a workflow for a piece of work, when the user asks for one. Kinds: ${kindLines().join("; ")}.`,
      input: {
        type: word(100).describe("A kind of workflow, such as standard or quick"),
        feature: feature.describe("The feature's name, as its folder in specs is called"),
      },
      hints: CHANGES,
      act: forCaller(async (caller, { type }) => acted(await startWork(caller, type), caller)),
    }),
    tool({
      name: "workflow_end",
      description: "End a workflow before its last stage, when the user says that it is done or dropped.",
      input: { feature },
      hints: CHANGES,
      act: forCaller(async (caller) => endLine((await endWork(caller)).work.state, caller.messages)),
    }),
    tool({
      name: "workflow_move",
      description:
        "Move a stage of the workflow: completed when it is done, active when you begin it; pass, fail or reject as a verdict.",
      input: {
        stage: word(100).describe("A stage's key or label, such as PLAN, Planning or TEST:2"),
        status: word(20).describe("pending, active, completed (or done), pass, fail or reject"),
        feature,
      },
      hints: CHANGES,
      act: forCaller(async (caller, { stage, status }) =>
        acted(await moveStage(caller, stage, status), caller),
      ),
    }),
    tool({
      name: "workflow_tasks",
      description:
        "The open tasks of the current piece of work, from its tasks.md or the client's own task list.",
      input: {
        feature,
        offset: z.int().min(0).max(100_000).default(0),
        limit: z.int().min(1).max(200).default(50),
      },
      hints: READS,
      act: forCaller(async (caller, { offset, limit }) =>
        taskLines(openWork(caller), caller, { offset, limit }).join("\n"),
      ),
    }),
  ];
}
