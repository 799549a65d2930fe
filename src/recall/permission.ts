/** Warns of a command that the user refused with a reason. The user's own rules are in `hooks/permission-rules.ts`. */

import type { InputOf } from "../clients/index.ts";
import { aboutOf } from "../memory/learn/permissions.ts";
import { knowledgeIn } from "../memory/sql/index.ts";
import { dayOf, quoted, renderFacts } from "./blocks/render.ts";
import { alreadyInjected, inject } from "./injections.ts";
import type { RecallContext } from "./recall-context.ts";

const BUDGET = 150;
const DECISIONS = 50;

/**
 * One indexed query. It matches only the same command line, refused with a reason, that has not run since: refusing one
 * command says nothing about other commands of the same program.
 */
export async function refusedBefore(
  { sessionId, toolName, toolInput }: InputOf<"PreToolUse">,
  ctx: RecallContext,
): Promise<string | undefined> {
  const { store, project } = ctx;
  const { command } = Object(toolInput) as { command?: unknown };
  if (project === "" || toolName !== "Bash" || typeof command !== "string") return undefined;
  const subject = aboutOf({ toolName, input: JSON.stringify(toolInput), files: [] }) ?? "";
  const decisions = await knowledgeIn(store).permissions({ project, toolName, subject, limit: DECISIONS });
  // Newest first: the last decision on this line counts.
  const last = decisions.find((one) => one.command === oneLine(command));
  if (last?.reason === undefined || last.decision === "allow") return undefined;
  const uri = `permission://${toolName}(${last.command})`;
  if (ctx.isMuted(uri)) return undefined;
  const injected = await alreadyInjected(sessionId, ctx);
  // A refusal of this session, or of one it was forked from, is already in its conversation.
  if (injected.uris.has(uri) || injected.sessions.has(last.sessionId)) return undefined;
  const text = `the user refused this command on ${dayOf(last.at)}, saying ${quoted(last.reason, 200)}`;
  const fact = { uri, type: "permission", text, reason: "the same command was refused before" };
  const { block } = renderFacts("About this command:", [fact], BUDGET);
  return inject("PreToolUse", block, ctx);
}

const oneLine = (command: string) => command.trim().replace(/\s+/g, " ");
