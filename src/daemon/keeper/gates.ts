/** Which events must be refused while no daemon responds: those that a gate or a permission rule applies to. */
import { realpathSync } from "node:fs";
import { encodeReply } from "../../clients/claude-code/encode.ts";
import type { HookEventName } from "../../clients/claude-code/events.ts";
import type { EventOutline } from "../../clients/claude-code/outline.ts";
import type { Reply, ReplyFor } from "../../clients/reply.ts";
import { toBlock } from "../../clients/reply.ts";
import { gatesAbout, type IndexedGate, readGateIndex } from "../../hooks/gate-index.ts";

/** Unreadable counts as "everything is gated": a damaged file must not open a gate. */
export function readGates(homeDir: string): readonly IndexedGate[] {
  try {
    return readGateIndex(homeDir) ?? [];
  } catch {
    return ["PreToolUse", "PermissionRequest"].map((event) => ({
      project: null,
      event,
      tools: null,
      matcher: "",
      name: "gates.json",
      source: homeDir,
    }));
  }
}

export function isGated(gates: readonly IndexedGate[], outline: EventOutline): boolean {
  const { event, tool } = outline;
  const named = new Set(gates.flatMap(({ project }) => project ?? []));
  const projects = [...named].filter((project) => isOfProject(project, outline));
  return gatesAbout(gates, { event, tool, projects }).length > 0;
}

/**
 * `cwd` follows every `cd`, so the folder of the transcript counts too: the client names it after the folder in which the
 * session started. Two folders may get the same name; then one gate too many refuses, never one too few.
 */
function isOfProject(project: string, { cwd, transcriptPath }: EventOutline): boolean {
  if (cwd === undefined && transcriptPath === undefined) return true;
  if (cwd !== undefined && [cwd, realPath(cwd)].some((folder) => isWithin(project, folder))) return true;
  const folder = transcriptPath?.split(/[\\/]/).at(-2);
  return folder?.startsWith(project.replace(/[^A-Za-z0-9]/g, "-")) === true;
}

function isWithin(project: string, folder: string): boolean {
  return folder === project || folder.startsWith(`${project}/`) || folder.startsWith(`${project}\\`);
}

/** The index has real paths; the client's path may contain a symbolic link. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

export function refusal(outline: EventOutline, encode: Encode = encodeForClaude): object {
  const event = outline.event as HookEventName;
  return encode(event, toBlock(event, WHY));
}

type Encode = (event: HookEventName, reply: Reply) => object;

const encodeForClaude: Encode = (event, reply) => encodeReply(event, reply as ReplyFor<typeof event>);

const WHY =
  "Pawl: one of your gates or permission rules is about this, and Pawl's background process does not answer. " +
  "So it is refused, not waved through. Run `pawl doctor` to see why, then try again.";
