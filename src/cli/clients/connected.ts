import type { ClientName } from "../../protocol/index.ts";
import type { InstallResult } from "../claude-settings/install.ts";
import type { McpOutcome } from "../claude-settings/mcp-server.ts";

/** What connecting to a client did, or would do. */
export interface Connected extends InstallResult {
  client: ClientName;
  /** Only for the user's own settings: a project's list of servers belongs to the team. */
  mcp?: { file: string; outcome: McpOutcome | "failed"; problem?: string };
}
