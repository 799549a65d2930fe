/** Pawl's log: one JSON line per entry, rotated by size, never blocks the caller. */
import { appendFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { toMessage } from "../errors.ts";
import type { Clock } from "./clock.ts";
import { makePrivateDir } from "./files.ts";

type LogLevel = "info" | "warn" | "error";
type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

interface LogOptions {
  path: string;
  now: Clock;
  /** Removes secrets from a line before it is written. */
  redact: (text: string) => string;
  maxBytes?: number;
  keep?: number;
}

const MAX_BYTES = 5 * 1024 * 1024;
const KEEP = 3;

export function openLog(options: LogOptions): Log {
  const { path, now, redact, maxBytes = MAX_BYTES, keep = KEEP } = options;
  makePrivateDir(dirname(path));
  let size = existsSync(path) ? statSync(path).size : 0;

  const write = (level: LogLevel, message: string, fields: LogFields = {}) => {
    const entry = { at: new Date(now()).toISOString(), level, message, ...fields };
    const line = `${redact(JSON.stringify(entry, errorsAsText))}\n`;
    try {
      if (size + line.length > maxBytes && size > 0) {
        rotate(path, keep);
        size = 0;
      }
      appendFileSync(path, line, { mode: 0o600 });
      size += Buffer.byteLength(line);
    } catch (error) {
      // A full disk must not stop the daemon; `pawl serve` shows standard error.
      process.stderr.write(`pawl: cannot write the log: ${toMessage(error)}\n${line}`);
    }
  };

  return {
    info: (message, fields) => write("info", message, fields),
    warn: (message, fields) => write("warn", message, fields),
    error: (message, fields) => write("error", message, fields),
  };
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
