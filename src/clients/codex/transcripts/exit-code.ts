/**
 * Finds how a command ended at the end of a growing rollout. Codex writes the line before it calls the hook; the hook's own
 * input has only the command's output.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { tryParse } from "../../fields.ts";
import { readRolloutLine } from "../rollout.ts";
import { isRollout } from "./files.ts";

/** A line contains the command's output, up to a megabyte. The nearest lines come first: it is the last or the one before. */
const LOOKED_AT = [64 << 10, 1 << 20, 8 << 20];

/** Synchronous: the client waits, and a few reads of the page cache cost less than handing them to other threads. */
export function exitCodeInRollout(path: string, callId: string): number | undefined {
  if (!isRollout(path) || !path.endsWith(".jsonl")) return undefined;
  const file = openPlain(path);
  if (file === undefined) return undefined;
  try {
    for (const length of LOOKED_AT) {
      const start = Math.max(0, file.size - length);
      const buffer = Buffer.allocUnsafe(file.size - start);
      const read = readSync(file.fd, buffer, 0, buffer.length, start);
      const exitCode = exitCodeIn(buffer.toString("utf8", 0, read), callId);
      if (exitCode !== undefined || start === 0) return exitCode;
    }
    return undefined;
  } finally {
    closeSync(file.fd);
  }
}

/** The path comes from an event. Opening a pipe at that path must not block until something writes. */
function openPlain(path: string): { fd: number; size: number } | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    // Missing or unreadable: the command's outcome is unknown.
    return undefined;
  }
  const found = fstatSync(fd);
  if (found.isFile()) return { fd, size: found.size };
  closeSync(fd);
  return undefined;
}

function exitCodeIn(text: string, callId: string): number | undefined {
  const lines = text.split("\n");
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] ?? "";
    // A cheap check first; the exact one is below. The id may also occur in another line.
    if (!line.includes(callId) || !line.includes("exit_code")) continue;
    const read = readRolloutLine(tryParse(line));
    if (read.kind === "ended" && read.callId === callId) return read.exitCode;
  }
  return undefined;
}
