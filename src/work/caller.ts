/** Identifies the caller of a workflow tool, for the MCP server on stdio and for the daemon's. */
import type { Messages } from "../locale/messages.ts";
import { pawlCommand } from "../platform/programs.ts";
import type { Caller } from "./actions.ts";
import { takeCall } from "./handover.ts";
import { placeOf } from "./place.ts";
import { workflowRoot } from "./workflow-files.ts";

interface CallerDeps {
  homeDir: string;
  workflow: { root?: string | undefined };
  /** The folder in which the client was started. */
  folder: string;
  /** The session for which the server was started. After `/clear` the client has another one. */
  session?: string | undefined;
  messages: Messages;
  now(): number;
}

export function createFindCaller({ homeDir, workflow, folder, session, messages, now }: CallerDeps) {
  const root = workflowRoot(workflow.root, homeDir);
  return async (call: { toolUseId?: string | undefined; feature?: string | undefined }): Promise<Caller> => {
    const caller = call.toolUseId === undefined ? undefined : await takeCall(root, call.toolUseId, session);
    return {
      root,
      place: placeOf(folder),
      id: caller ?? session,
      feature: call.feature,
      messages,
      now: new Date(now()).toISOString(),
      pawl: pawlCommand(homeDir),
    };
  };
}
