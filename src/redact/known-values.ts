/**
 * Secrets that a session has shown. Once recognized, a value is redacted everywhere in that session, with or without a name
 * beside it. Kept in this process's memory only, up to a limit: the oldest session and values go first.
 */
import { isStrong } from "./judge.ts";
import type { Finding } from "./spans.ts";

const MOST_SESSIONS = 200;
const MOST_VALUES = 256;

const sessions = new Map<string, Set<string>>();
/** Most sessions have shown no secret, and have no entry. */
export const knownSessions: ReadonlyMap<string, ReadonlySet<string>> = sessions;

/** Values by session, passed between threads only, never to a file or another process. */
export type SharedValues = readonly (readonly [sessionId: string, values: readonly string[]])[];

let follower: ((shared: SharedValues) => void) | undefined;

/** Calls `follow` for every value that this thread recognizes from now on; undefined ends it. */
export function followKnownValues(follow: typeof follower): void {
  follower = follow;
}

export const allKnownValues = (): SharedValues =>
  Array.from(sessions, ([sessionId, values]) => [sessionId, [...values]]);

/** Adds the values that another thread has recognized. */
export function takeKnownValues(shared: SharedValues): void {
  for (const [sessionId, values] of shared) for (const value of values) keep(sessionId, value);
}

export function learnValue(sessionId: string, value: string): void {
  if (isDistinct(value) && sessions.get(sessionId)?.has(value) !== true) follower?.([[sessionId, [value]]]);
  keep(sessionId, value);
}

/** Also in the forms of a URL, JSON and base64. */
function keep(sessionId: string, value: string): void {
  const values = sessions.get(sessionId) ?? new Set();
  // Moves the session to the end, so that the one with the oldest secret is dropped first.
  sessions.delete(sessionId);
  sessions.set(sessionId, values);
  const base64 = isDistinct(value) ? Buffer.from(value).toString("base64").replace(/=+$/, "") : "";
  for (const form of [
    value,
    encodeURIComponent(value.toWellFormed()),
    JSON.stringify(value).slice(1, -1),
    base64,
  ])
    if (isDistinct(form)) values.add(form);
  const [oldestValue = ""] = values;
  if (values.size > MOST_VALUES) values.delete(oldestValue);
  const [oldestSession = ""] = sessions.keys();
  if (sessions.size > MOST_SESSIONS) sessions.delete(oldestSession);
}

/** Values to search for again in a text. */
const MAX_VALUES = 32;
const SHORTEST = 8;
const LONGEST = 512;

/** Secret because a person or a file marks them so, not by their form. The same words elsewhere are not secret. */
const NOT_AGAIN: ReadonlySet<string> = new Set(["private", "private-key", "env", "cookie", "seed-phrase"]);

/** True if a value is so distinctive that every occurrence is the same secret. */
const isDistinct = (value: string) =>
  value.length >= SHORTEST &&
  value.length <= LONGEST &&
  !/\s/.test(value) &&
  isStrong(value) &&
  (/\d/.test(value) || /[!-/:-@[-`{-~]/.test(value)) &&
  (/[A-Z]/.test(value) || value.length >= 20 || /[!@#$%^&*+=~?]/.test(value));

export function valuesOf(text: string, found: readonly Finding[]): string[] {
  const values = new Set<string>();
  for (const { kind, start, end } of found) {
    if (values.size >= MAX_VALUES || NOT_AGAIN.has(kind)) continue;
    const value = text.slice(start, end);
    if (isDistinct(value)) values.add(value);
  }
  return [...values];
}

/** Values where nothing names them. */
export function findValues(text: string, values: Iterable<string>, kind = "secret"): Finding[] {
  const found: Finding[] = [];
  for (const value of values)
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length))
      found.push({ kind, start: at, end: at + value.length });
  return found;
}
