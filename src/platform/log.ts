/**
 * Pawl's log: one JSON line per entry. Its size is bounded at any write rate: it is rotated by size before each line, long
 * lines are cut, and of many entries with the same message only the first ones are written, then their number.
 */
import { appendFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Clock } from "./clock.ts";
import { toMessage } from "./errors.ts";
import { makePrivateDir } from "./files.ts";

type LogLevel = "info" | "warn" | "error";
type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

interface OpenLog extends Log {
  /** Writes the counts of the omitted entries so far. */
  flush(): void;
}

interface LogOptions {
  path: string;
  now: Clock;
  /** Removes secrets from a line before it is written. */
  redact: (text: string) => string;
  maxBytes?: number;
  keep?: number;
}

/** Entries with the same message that are written per window; after that, only their number. */
export const BURST = 20;
export const WINDOW_MS = 60_000;
/** Our messages are fixed texts; a caller's may not be. */
const MOST_KEYS = 500;
const MAX_BYTES = 5 * 1024 * 1024;
const KEEP = 3;
/** Maximum characters of an entry. A longer one keeps only its message. */
const LONGEST = 16_000;
const LONGEST_MESSAGE = 1000;

export function openLog(options: LogOptions): OpenLog {
  const { path, now, redact, maxBytes = MAX_BYTES, keep = KEEP } = options;
  makePrivateDir(dirname(path));
  let size = existsSync(path) ? statSync(path).size : 0;
  let isBroken = false;

  const append = (level: LogLevel, message: string, fields: LogFields) => {
    const line = `${toLine({ at: new Date(now()).toISOString(), level, message, ...fields }, redact)}\n`;
    const bytes = Buffer.byteLength(line);
    try {
      if (size + bytes > maxBytes && size > 0) {
        rotate(path, keep);
        size = 0;
      }
      appendFileSync(path, line, { mode: 0o600 });
      size += bytes;
      isBroken = false;
    } catch (error) {
      // A full disk must not stop the daemon; `pawl serve` shows standard error. Only once, because that may be a file on the
      // same disk.
      if (!isBroken) process.stderr.write(`pawl: cannot write the log: ${toMessage(error)}\n${line}`);
      isBroken = true;
    }
  };
  let counts = new Map<string, number>();
  let countedFrom = now();
  const flush = () => {
    for (const [key, count] of counts) {
      const level = key.slice(0, key.indexOf(" ")) as LogLevel;
      if (count > BURST) append(level, key.slice(level.length + 1), { repeated: count - BURST });
    }
    counts = new Map();
    countedFrom = now();
  };
  const write = (level: LogLevel, message: string, fields: LogFields = {}) => {
    // In both directions, so that counts do not stay for hours after the clock was set back.
    if (Math.abs(now() - countedFrom) >= WINDOW_MS || counts.size >= MOST_KEYS) flush();
    const key = `${level} ${message}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= BURST) append(level, message, fields);
  };

  return {
    info: (message, fields) => write("info", message, fields),
    warn: (message, fields) => write("warn", message, fields),
    error: (message, fields) => write("error", message, fields),
    flush,
  };
}

interface Entry {
  at: string;
  level: LogLevel;
  message: string;
}

function toLine(entry: Entry, redact: (text: string) => string): string {
  const line = JSON.stringify(entry, errorsAsText);
  if (line.length <= LONGEST) return redact(line);
  const { at, level, message } = entry;
  return redact(JSON.stringify({ at, level, message: message.slice(0, LONGEST_MESSAGE), cut: line.length }));
}

/** `pawl.log` → `pawl.log.1` → `pawl.log.2` …; the oldest is deleted. */
function rotate(path: string, keep: number): void {
  rmSync(`${path}.${keep}`, { force: true });
  for (let i = keep - 1; i >= 1; i--) {
    if (existsSync(`${path}.${i}`)) renameSync(`${path}.${i}`, `${path}.${i + 1}`);
  }
  renameSync(path, `${path}.1`);
}

function errorsAsText(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return {
    message: value.message,
    stack: value.stack?.split("\n").slice(0, 6).join("\n"),
    cause: value.cause,
  };
}
