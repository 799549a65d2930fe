/** For a hook whose program is missing: the subject of an event and the words of a refusal, by client. Without Zod. */
import { CLIENT_ARGUMENT } from "../platform/own-hook.ts";
import { type EventOutline, outlineOf } from "./claude-code/outline.ts";
import type { Client } from "./client.ts";
import { CLIENTS, DEFAULT_CLIENT, toClientName } from "./table.ts";

/** Determined by the arguments of its hook. */
export function orphanOf(args: readonly string[]): Client {
  const name = args.find((arg) => arg.startsWith(CLIENT_ARGUMENT))?.slice(CLIENT_ARGUMENT.length);
  return CLIENTS[toClientName(name) ?? DEFAULT_CLIENT];
}

/** The tools that a patch may turn out to be. Only reading the patch would tell which. */
const PATCH = ["Edit", "Write", "MultiEdit", "apply_patch"];

/** One for each tool that the call may be, under the names in rules and gates; empty if it is not an event. */
export function outlinesOf(body: Uint8Array, { toCommon }: Pick<Client, "toCommon">): EventOutline[] {
  const outline = outlineOf(body);
  if (outline === undefined) return [];
  const { hook_event_name: event, tool_name: tool } = toCommon({
    hook_event_name: outline.event,
    tool_name: outline.tool,
  });
  const named = { ...outline, event: String(event) };
  if (typeof tool !== "string") return [named];
  return (tool === "apply_patch" ? PATCH : [tool]).map((name) => ({ ...named, tool: name }));
}
