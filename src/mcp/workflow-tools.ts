/** Tools that let the model see, start, move and end the workflow of its work. */
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { type Caller, endWork, moveStage, openToShow, openWork, startWork } from "../work/actions.ts";
import { endLine, kindLines, statusLines, taskLines } from "../work/view.ts";
import { answering } from "./answering.ts";

/** Finds the caller: its session by the id of the call, its folder, its language. */
export type FindCaller = (call: {
  toolUseId?: string | undefined;
  feature?: string | undefined;
}) => Promise<Caller>;

/** How Claude Code names the call that a request belongs to; the hooks see the same id together with the session. */
const TOOL_USE_ID = "claudecode/toolUseId";

const feature = z
  .string()
  .min(1)
  .max(300)
  .optional()
  .describe("Only if several pieces of work are unfinished here");

export function registerWorkflowTools(server: McpServer, findCaller: FindCaller): void {
  const callerOf = async (
    named: string | undefined,
    meta: Readonly<Record<string, unknown>> | undefined,
  ): Promise<Caller> => {
    const id = meta?.[TOOL_USE_ID];
    const found = await findCaller({ toolUseId: typeof id === "string" ? id : undefined, feature: named });
    return { ...found, hasTools: true };
  };

  server.registerTool(
    "workflow_status",
    {
      description:
        "The workflow of the current piece of work: its stages, the current one, open tasks, what to do next.",
      inputSchema: { feature },
      annotations: { readOnlyHint: true },
    },
    answering(async ({ feature: named }, meta) => {
      const caller = await callerOf(named, meta);
      return statusLines(await openToShow(caller), caller).join("\n");
    }),
  );

  server.registerTool(
    "workflow_start",
    {
      description: `Start a workflow for a piece of work, when the user asks for one. Kinds: ${kindLines({ own: {} }).join("; ")}.`,
      inputSchema: {
        type: z.string().min(1).max(100).describe("A kind of workflow, such as standard or quick"),
        feature: feature.describe("The feature's name, as its folder in specs is called"),
      },
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    answering(async ({ type, feature: named }, meta) => {
      const caller = await callerOf(named, meta);
      const { work, notice } = await startWork(caller, type);
      return [...(notice === undefined ? [] : [notice]), ...statusLines(work, caller)].join("\n");
    }),
  );

  server.registerTool(
    "workflow_end",
    {
      description:
        "End a workflow before its last stage, when the user says that the work is done or dropped.",
      inputSchema: { feature },
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    answering(async ({ feature: named }, meta) => {
      const caller = await callerOf(named, meta);
      const { work } = await endWork(caller);
      return endLine(work.state, caller.messages);
    }),
  );

  server.registerTool(
    "workflow_move",
    {
      description:
        "Move a stage of the workflow: completed when it is done, active when you begin it; pass, fail or reject as a verdict.",
      inputSchema: {
        stage: z
          .string()
          .min(1)
          .max(100)
          .describe("A stage's key or label, such as PLAN, Planning or TEST:2"),
        status: z
          .string()
          .min(1)
          .max(20)
          .describe("pending, active, completed (or done), pass, fail or reject"),
        feature,
      },
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    answering(async ({ stage, status, feature: named }, meta) => {
      const caller = await callerOf(named, meta);
      const { work, notice } = await moveStage(caller, stage, status);
      return [...(notice === undefined ? [] : [notice]), ...statusLines(work, caller)].join("\n");
    }),
  );

  server.registerTool(
    "workflow_tasks",
    {
      description:
        "The open tasks of the current piece of work, from its tasks.md or the client's own task list.",
      inputSchema: {
        feature,
        offset: z.int().min(0).max(100_000).default(0),
        limit: z.int().min(1).max(200).default(50),
      },
      annotations: { readOnlyHint: true },
    },
    answering(async ({ feature: named, offset, limit }, meta) => {
      const caller = await callerOf(named, meta);
      return taskLines(await openWork(caller), caller, { offset, limit }).join("\n");
    }),
  );
}
