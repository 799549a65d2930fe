/**
 * How a command ended, from the end of a rollout that is being written. Codex writes the line before it calls the hook;
 * the hook's own input has only what the command printed.
 */
import { open, stat } from "node:fs/promises";
import { readRolloutLine } from "../../protocol/codex/rollout.ts";
import { tryParse } from "../try-parse.ts";
import { isRollout } from "./files.ts";

/** A line holds what the command printed, up to a megabyte. The nearest lines first: it is the last or the one before. */
const LOOKED_AT = [64 << 10, 1 << 20, 8 << 20];

export async function exitCodeInRollout(path: string, callId: string): Promise<number | undefined> {
  if (!isRollout(path) || !path.endsWith(".jsonl")) return undefined;
  const found = await stat(path).catch(() => undefined);
  // The path comes with an event: a pipe in its place would be waited for.
  if (found === undefined || !found.isFile()) return undefined;
  const file = await open(path, "r");
  try {
    for (const length of LOOKED_AT) {
      const start = Math.max(0, found.size - length);
      const buffer = Buffer.allocUnsafe(found.size - start);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
      const exitCode = exitCodeIn(buffer.toString("utf8", 0, bytesRead), callId);
      if (exitCode !== undefined || start === 0) return exitCode;
    }
    return undefined;
  } finally {
    await file.close();
  }
}

function exitCodeIn(text: string, callId: string): number | undefined {
  const lines = text.split("\n");
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] ?? "";
    // Cheap, and exact below: the id may stand in another line, too.
    if (!line.includes(callId) || !line.includes("exit_code")) continue;
    const read = readRolloutLine(tryParse(line));
    if (read.kind === "ended" && read.callId === callId) return read.exitCode;
  }
  return undefined;
}
