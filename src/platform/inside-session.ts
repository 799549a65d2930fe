/**
 * Does this program run inside a session of a coding agent? Then a model may have started it, and what is the person's to
 * decide (trust, uninstall, `PAWL_OFF`) is not its to do.
 */
import { readFileSync } from "node:fs";
import type { Env } from "./env.ts";

const MARKS = ["CLAUDE_CODE_SESSION_ID", "CLAUDECODE"] as const;
/** A shell in a shell in a terminal; deeper, something is odd. */
const MAX_ANCESTORS = 64;

/** By its own environment, or by a parent's: `env -u CLAUDECODE pawl …` changes only the first. */
export function isInsideSession(env: Env, pid = process.ppid): boolean {
  return isMarked(env) || ancestorsOf(pid).some((each) => isMarked(environmentOf(each)));
}

/** Was the client with this process id itself started by a session? Its hooks are always marked, so only it can tell. */
export function wasStartedInSession(clientPid: number): boolean {
  return Number.isInteger(clientPid) && clientPid > 1 && isMarked(environmentOf(clientPid));
}

/**
 * Was this process started, by whatever way, by that one? `PAWL_GUARD` is for the clients that Pawl and its hooks start;
 * a model that sets it for its own must not leave its gates behind. Elsewhere than on Linux nobody can tell: then it was not.
 */
export function wasStartedBy(pid: number, by = process.ppid): boolean {
  return pid > 1 && ancestorsOf(by).includes(pid);
}

function isMarked(env: Env): boolean {
  return MARKS.some((name) => env[name] !== undefined && env[name] !== "");
}

/** Only Linux shows it; elsewhere the own environment has to do. */
function environmentOf(pid: number): Env {
  try {
    const lines = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
  } catch {
    // Another system, another user's process, or one that has ended.
    return {};
  }
}

function ancestorsOf(pid: number): number[] {
  const found: number[] = [];
  for (let each = pid; each > 1 && found.length < MAX_ANCESTORS; ) {
    found.push(each);
    const parent = parentOf(each);
    if (parent === undefined) break;
    each = parent;
  }
  return found;
}

function parentOf(pid: number): number | undefined {
  try {
    // The name stands in parentheses and may hold anything, so the fields are counted from behind it.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}
