/**
 * Secrets that a session has shown: once recognised, a value is recognised wherever it stands, also bare. Kept in this
 * process's memory only, and bounded: the oldest session and the oldest values go first.
 */
import { isStrong } from "./judge.ts";
import type { Finding } from "./spans.ts";

const MOST_SESSIONS = 200;
const MOST_VALUES = 256;

interface KnownValues {
  add(value: string): void;
  readonly values: Iterable<string>;
  readonly size: number;
}

const sessions = new Map<string, KnownValues>();

/** Sessions that have shown a secret. Most have not, and nothing is kept of them. */
export const knownSessions: ReadonlyMap<string, KnownValues> = sessions;

/** Values by session, from one thread to another: never to a file or another process. */
export type SharedValues = readonly (readonly [sessionId: string, values: readonly string[]])[];

let follower: ((shared: SharedValues) => void) | undefined;

/** Hears of every value that this thread recognises from now on; undefined ends it. */
export function followKnownValues(follow: typeof follower): void {
  follower = follow;
}

export function allKnownValues(): SharedValues {
  return Array.from(sessions, ([sessionId, { values }]) => [sessionId, [...values]]);
}

/** What another thread has recognised. */
export function takeKnownValues(shared: SharedValues): void {
  const own = follower;
  // It comes from there: sending it back would never end.
  follower = undefined;
  for (const [sessionId, values] of shared) {
    const known = knownValuesOf(sessionId);
    for (const value of values) known.add(value);
  }
  follower = own;
}

export function knownValuesOf(sessionId: string): KnownValues {
  const known = sessions.get(sessionId) ?? createKnownValues(sessionId);
  // Last in the order: the one used least recently is the first.
  sessions.delete(sessionId);
  sessions.set(sessionId, known);
  if (sessions.size > MOST_SESSIONS) {
    const [oldest] = sessions.keys();
    if (oldest !== undefined) sessions.delete(oldest);
  }
  return known;
}

function createKnownValues(sessionId: string): KnownValues {
  const values = new Set<string>();
  const keep = (value: string) => {
    if (!isDistinct(value) || values.has(value)) return;
    if (values.size >= MOST_VALUES) {
      const [oldest] = values;
      if (oldest !== undefined) values.delete(oldest);
    }
    values.add(value);
  };
  return {
    add(value) {
      if (follower !== undefined && isDistinct(value) && !values.has(value)) follower([[sessionId, [value]]]);
      keep(value);
      // The same value as a URL, JSON or base64 writes it.
      const url = encodeURIComponent(value.toWellFormed());
      if (url !== value) keep(url);
      const json = JSON.stringify(value).slice(1, -1);
      if (json !== value) keep(json);
      if (isDistinct(value)) keep(Buffer.from(value).toString("base64").replace(/=+$/, ""));
    },
    values,
    get size() {
      return values.size;
    },
  };
}

/** Values that are looked for again, and how often each may stand in a text. */
const MAX_VALUES = 32;
const MAX_TIMES = 1_000;
const SHORTEST = 8;
const LONGEST = 512;

/** Marked by a person or by a file, not by what they are: the same words elsewhere are not meant. */
const NOT_AGAIN: ReadonlySet<string> = new Set(["private", "private-key", "env", "cookie", "seed-phrase"]);

/** Whether a value says so much that it is the same secret wherever it stands. */
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

/** The same values where nothing names them: a secret seen once in a text is known in all of it. */
export function findRepeated(text: string, found: readonly Finding[]): Finding[] {
  return findValues(text, valuesOf(text, found));
}

export function findValues(text: string, values: Iterable<string>): Finding[] {
  const found: Finding[] = [];
  for (const value of values) {
    let times = 0;
    for (
      let at = text.indexOf(value);
      at !== -1 && times < MAX_TIMES;
      at = text.indexOf(value, at + value.length)
    ) {
      found.push({ kind: "secret", start: at, end: at + value.length });
      times++;
    }
  }
  return found;
}
