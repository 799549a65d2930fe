/** The outline of an event of Codex, with its tool under the names that rules and gates know. Without Zod, like the other. */
import { type EventOutline, outlineOf } from "../claude-code/outline.ts";
import { toCommonCall } from "./tools.ts";

/** What a patch may turn out to be; which of them is not decided without reading it. */
const PATCH = ["Edit", "Write", "MultiEdit", "apply_patch"];

/** One for each tool that the call may stand for; empty if it is no event. */
export function codexOutlines(body: Uint8Array): EventOutline[] {
  const outline = outlineOf(body);
  if (outline === undefined) return [];
  const { tool } = outline;
  if (tool === undefined) return [outline];
  return forEachPatchTool({ ...outline, tool: toCommonCall(tool, {}, "").toolName });
}

export function forEachPatchTool(outline: EventOutline): EventOutline[] {
  return outline.tool === "apply_patch" ? PATCH.map((tool) => ({ ...outline, tool })) : [outline];
}
