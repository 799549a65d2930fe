/** A tool call reads or writes a file of the client's memory: the store is updated at once. */
import { isAbsolute, resolve } from "node:path";
import type { InputOf } from "../../clients/index.ts";
import { filesOf } from "../../store/records/observation.ts";
import type { ClientMemory } from "./service.ts";

const WRITES: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit"]);

export async function noteClientFile(
  { sessionId, toolName, toolInput, cwd, transcriptPath }: InputOf<"PostToolUse">,
  ctx: { project: string; clientMemory: ClientMemory },
): Promise<boolean> {
  const isWrite = WRITES.has(toolName);
  if (!isWrite && toolName !== "Read") return false;
  const [file] = filesOf(toolName, toolInput);
  if (file === undefined) return false;
  const path = isAbsolute(file) ? file : resolve(cwd ?? ctx.project, file);
  const place = { project: ctx.project, cwd, transcriptPath };
  return ctx.clientMemory.touched(path, isWrite ? "write" : "read", place, sessionId);
}
