/**
 * `PAWL_OFF=1` for one session. Its command hooks see the variable, but its HTTP events come from the client,
 * which does not send it. So the session is marked in a file that the daemon, catch-up and imports check.
 */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { makePrivateDir, readIfThere } from "./files.ts";

/** Session ids become file names: only ids in the client's format are accepted. */
const SESSION_ID = /^[A-Za-z0-9_-]{1,128}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Client ids are UUIDs. A long id of another form may be a secret, so its digest is used instead. */
function fileOf(dir: string, sessionId: string): string {
  if (sessionId.length < 20 || UUID.test(sessionId)) return join(dir, sessionId);
  return join(dir, `id-${createHash("sha256").update(sessionId).digest("hex").slice(0, 32)}`);
}

/** `gates`: nothing is recorded or injected, but gates and rules still apply. */
export function markOff(dir: string, sessionId: string, at: number, keeps?: "gates"): void {
  if (SESSION_ID.test(sessionId)) mark(dir, sessionId, "off", at, keeps);
}

/** The session was resumed without `PAWL_OFF`, so it is recorded again from here on. */
export function markOn(dir: string, sessionId: string, at: number): void {
  if (isSessionOff(dir, sessionId)) mark(dir, sessionId, "on", at);
}

export function isSessionOff(dir: string, sessionId: string): boolean {
  if (!SESSION_ID.test(sessionId) || !existsSync(fileOf(dir, sessionId))) return false;
  return isMarkedOff(fileOf(dir, sessionId));
}

/** True if gates apply in a session that is off. */
export function keepsGates(dir: string, sessionId: string): boolean {
  return SESSION_ID.test(sessionId) && lastMark(fileOf(dir, sessionId)).endsWith(" gates");
}

function isMarkedOff(path: string): boolean {
  return lastMark(path).startsWith("off ");
}

function lastMark(path: string): string {
  return readIfThere(path)?.trimEnd().split("\n").at(-1) ?? "";
}

/** The switch for the whole machine. No session id starts with a dot. */
const MACHINE = ".machine";

/** Paused on the page: nothing is recorded or injected until recording resumes. Gates and rules still apply. */
export function isMachineOff(dir: string): boolean {
  return existsSync(join(dir, MACHINE)) && isMarkedOff(join(dir, MACHINE));
}

export function setMachineOff(dir: string, off: boolean, at: number): void {
  if (isMachineOff(dir) !== off) mark(dir, MACHINE, off ? "off" : "on", at);
}

/** The time spans in which the session was off, for readers of the transcript; the last one may be open. */
export function offSpans(dir: string, sessionId: string): { from: number; to: number }[] {
  const own = SESSION_ID.test(sessionId) ? readSpans(fileOf(dir, sessionId)) : [];
  return [...own, ...readSpans(join(dir, MACHINE))].sort((a, b) => a.from - b.from);
}

function readSpans(path: string): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  const lines = readIfThere(path) ?? "";
  for (const line of lines.split("\n")) {
    const [state, at] = line.split(" ");
    const last = spans.at(-1);
    if (state === "off" && (last === undefined || last.to !== Number.POSITIVE_INFINITY)) {
      spans.push({ from: Number(at), to: Number.POSITIVE_INFINITY });
    } else if (state === "on" && last !== undefined) {
      last.to = Number(at);
    }
  }
  return spans;
}

function mark(dir: string, name: string, state: "off" | "on", at: number, more?: string): void {
  makePrivateDir(dir);
  appendFileSync(fileOf(dir, name), `${state} ${at}${more === undefined ? "" : ` ${more}`}\n`, {
    mode: 0o600,
  });
}
