import type { InstallResult } from "./claude-code/settings/install.ts";
import type { McpOutcome } from "./claude-code/settings/mcp-server.ts";
import type { ClientName } from "./index.ts";

/** What connecting to a client did, or would do. */
export interface Connected extends InstallResult {
  client: ClientName;
  /** Only for the user's own settings: a project's list of servers belongs to the team. */
  mcp?: { file: string; outcome: McpOutcome | "failed"; problem?: string };
}
