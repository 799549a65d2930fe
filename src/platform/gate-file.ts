/**
 * Which events the user's gates and permission rules are about. The daemon writes it; the keeper reads it when no daemon
 * answers, because an event that a gate is about must not pass then. On disk, so that a new keeper knows it too.
 */
import { readIfThere, writeWhole } from "./files.ts";

export interface GatedEvent {
  event: string;
  /** Only calls of these tools; absent: all. */
  tools?: readonly string[];
  /** Only sessions of this project; absent: everywhere. */
  project?: string;
}

interface GateFile {
  gates: readonly GatedEvent[];
  /** Events that some hook of the user answers: the keeper waits for those as long as the client does. */
  hooked: readonly string[];
}

export function writeGates(path: string, file: GateFile): void {
  const text = `${JSON.stringify(file)}\n`;
  if (readIfThere(path) !== text) writeWhole(path, text);
}

/** Unreadable counts as "everything is gated": a damaged file must not open a gate. */
export function readGates(path: string): GateFile {
  const text = readIfThere(path);
  if (text === undefined) return { gates: [], hooked: [] };
  try {
    const file = JSON.parse(text) as GateFile;
    if (Array.isArray(file.gates) && Array.isArray(file.hooked)) return file;
  } catch {
    // Falls through.
  }
  return { gates: [{ event: "PreToolUse" }, { event: "PermissionRequest" }], hooked: [] };
}

/** What the keeper knows of an event. */
export interface EventOutline {
  event: string;
  tool?: string | undefined;
  cwd?: string | undefined;
  transcriptPath?: string | undefined;
}

export function isGated({ gates }: GateFile, outline: EventOutline): boolean {
  return gates.some(
    ({ event, tools, project }) =>
      event === outline.event &&
      (tools === undefined || outline.tool === undefined || tools.includes(outline.tool)) &&
      (project === undefined || isOfProject(project, outline)),
  );
}

/**
 * `cwd` follows every `cd`, so the folder of the transcript counts too: the client names it after the folder in which the
 * session started. Two folders may get the same name; then one gate too many refuses, never one too few.
 */
function isOfProject(project: string, { cwd, transcriptPath }: EventOutline): boolean {
  if (cwd === undefined && transcriptPath === undefined) return true;
  if (cwd === project || cwd?.startsWith(`${project}/`) === true || cwd?.startsWith(`${project}\\`) === true)
    return true;
  const folder = transcriptPath?.split(/[\\/]/).at(-2);
  return folder?.startsWith(project.replace(/[^A-Za-z0-9]/g, "-")) === true;
}
