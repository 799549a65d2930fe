/** A script's error for its author: message, file and line, and call stack. */
import { isAbsolute } from "node:path";
import { toMessage } from "../../platform/errors.ts";

/** Bun's syntax and resolve errors have a `position`, others a stack. */
interface Placed {
  position?: { file?: string; line?: number; column?: number } | null;
  errors?: readonly unknown[];
  stack?: string;
}

export function toPlacedMessage(error: unknown, script: string): string {
  const { position, errors, stack } = (typeof error === "object" && error !== null ? error : {}) as Placed;
  // A file with several mistakes throws all of them together.
  const [first] = errors ?? [];
  if (first !== undefined && position === undefined) return toPlacedMessage(first, script);
  const message = toMessage(error);
  if (position?.line !== undefined) {
    // Parsed text has no file of its own.
    const file = position.file !== undefined && isAbsolute(position.file) ? position.file : script;
    return `${message}\n    at ${file}:${position.line}:${position.column ?? 1}`;
  }
  const frames = framesOf(stack).filter((frame) => !isOwnFrame(frame));
  if (frames.length > 0) return [message, ...frames.slice(0, 8)].join("\n");
  return `${message}\n    in ${script}`;
}

/** Bun's names for an exported function without a name. */
const DEFAULT_EXPORT = /^at (?:async )?(?:starDefault|\w+_default) /;

function framesOf(stack: string | undefined): string[] {
  return (stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at .*\d+\)?$/.test(line))
    .map((line) => `    ${line.trim().replace(DEFAULT_EXPORT, "at default ")}`);
}

/** The runner's own functions are irrelevant to the script. */
function isOwnFrame(frame: string): boolean {
  return /script-worker\.[jt]s|processTicksAndRejections|\bnative\b/.test(frame);
}
