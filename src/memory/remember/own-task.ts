/**
 * Finds the session of a tool call. An MCP server does not know which session calls it (after `/clear` its environment names
 * an old one), but the hook of the same call does.
 */

import type { InputOf } from "../../clients/index.ts";
import type { Store } from "../../store/store.ts";
import { memoriesIn } from "../sql/index.ts";

const REMEMBER = /^mcp__.*pawl.*__remember$/;

export async function ownTask(
  { sessionId, toolName, toolInput }: Pick<InputOf<"PostToolUse">, "sessionId" | "toolName" | "toolInput">,
  { store, project }: { store: Store; project: string },
): Promise<void> {
  if (!REMEMBER.test(toolName)) return;
  const { uri } = Object(toolInput) as { uri?: unknown };
  if (typeof uri !== "string" || !uri.startsWith("task://")) return;
  await memoriesIn(store).setMemorySession({ uri, project }, sessionId);
}
