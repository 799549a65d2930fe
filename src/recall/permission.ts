/** What the user refused before; the user's own rules are in `hooks/permission-rules.ts`. Nothing is ever allowed. */

import type { InputOf } from "../clients/index.ts";
import { aboutOf } from "../memory/learn/permissions.ts";
import type { EventContext } from "../pipeline/services-context.ts";
import { filesOf } from "../store/records/observation.ts";
import { dayOf, quoted, renderFacts } from "./blocks/render.ts";
import { alreadyInjected, inject } from "./injections.ts";
import { callName } from "./permission-answers.ts";

const BUDGET = 150;

/** One indexed query. Injected once per session; the model judges whether this call is a different case. */
export async function refusedBefore(
  { sessionId, toolName, toolInput }: InputOf<"PreToolUse">,
  ctx: EventContext,
): Promise<string | undefined> {
  const { store, project } = ctx;
  if (project === "") return undefined;
  const files = filesOf(toolName, toolInput);
  const subject = aboutOf({ toolName, input: JSON.stringify(toolInput ?? {}), files }) ?? "";
  const decisions = await store.permissions({ project, toolName, subject, limit: 10 });
  const refused = decisions.filter(({ decision }) => decision === "deny");
  const [last] = refused;
  // What was allowed later is no longer refused.
  if (last === undefined || decisions[0]?.decision === "allow") return undefined;
  const name = callName(toolName, subject);
  const uri = `permission://${name}`;
  if (ctx.isMuted(uri)) return undefined;
  const injected = await alreadyInjected(sessionId, ctx);
  // Refusals of this session, or of one it was forked from, are already in its conversation.
  if (injected.uris.has(uri) || refused.every((one) => injected.sessions.has(one.sessionId)))
    return undefined;
  const times = refused.length === 1 ? "once" : `${refused.length} times`;
  const reason = refused.find((one) => one.reason !== undefined)?.reason;
  const said = reason === undefined ? "" : `, saying ${quoted(reason, 200)}`;
  const text = `the user refused ${name} ${times} in earlier sessions, last ${dayOf(last.at)}${said}`;
  const fact = { uri, type: "permission", text, reason: "the same kind of call was refused before" };
  const { block } = renderFacts("About this kind of call:", [fact], BUDGET);
  return inject("PreToolUse", { ...(block === undefined ? {} : { block }), considered: [] }, ctx);
}
