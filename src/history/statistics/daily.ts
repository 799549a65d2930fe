/**
 * How long hooks took, per day, as a histogram: exact enough for p99, small enough for a file, and nothing to keep
 * per call. The size of the database stands beside it.
 */
import type { Clock } from "../../platform/clock.ts";
import { readIfThere, writeFigures } from "../../platform/files.ts";

/** Bucket `i` ends at `FIRST_MS * GROWTH ** i`: steps of a fifth, from 50 µs to about 10 s. */
const FIRST_MS = 0.05;
const GROWTH = 1.2;
const BUCKETS = 68;
const DAYS_KEPT = 180;
const WRITE_AFTER_MS = 10_000;

interface Day {
  counts: number[];
  sizeBytes?: number;
}

interface DayFigures {
  day: string;
  hooks: number;
  p50?: number;
  p95?: number;
  p99?: number;
  sizeBytes?: number;
}

export interface Daily {
  answered(ms: number): void;
  /** When a hook was answered last; before the first one, when this was opened. */
  lastAt(): number;
  size(bytes: number): void;
  all(): DayFigures[];
  flush(): void;
}

export function openDaily(path: string, now: Clock): Daily {
  const days = readDays(path);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = now();
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const old of [...days.keys()].sort().slice(0, -DAYS_KEPT)) days.delete(old);
    writeFigures(path, Object.fromEntries(days), "the figures of the day");
  };
  const today = (): Day => {
    const name = toDay(now());
    const day = days.get(name) ?? { counts: [] };
    days.set(name, day);
    timer ??= setTimeout(flush, WRITE_AFTER_MS);
    return day;
  };
  return {
    answered(ms) {
      lastAt = now();
      const { counts } = today();
      const bucket = toBucket(ms);
      while (counts.length <= bucket) counts.push(0);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    },
    lastAt: () => lastAt,
    size(bytes) {
      today().sizeBytes = bytes;
    },
    all: () =>
      [...days].sort(([a], [b]) => a.localeCompare(b)).map(([day, figures]) => toFigures(day, figures)),
    flush() {
      if (timer !== undefined) flush();
    },
  };
}

/** `2026-01-31`, in the user's own time zone. */
export function toDay(at: number): string {
  const time = new Date(at);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

function toBucket(ms: number): number {
  if (!(ms > FIRST_MS)) return 0;
  return Math.min(BUCKETS - 1, Math.ceil(Math.log(ms / FIRST_MS) / Math.log(GROWTH)));
}

function toFigures(day: string, { counts, sizeBytes }: Day): DayFigures {
  const hooks = counts.reduce((sum, n) => sum + n, 0);
  const size = sizeBytes === undefined ? {} : { sizeBytes };
  if (hooks === 0) return { day, hooks, ...size };
  return {
    day,
    hooks,
    p50: quantile(counts, 0.5),
    p95: quantile(counts, 0.95),
    p99: quantile(counts, 0.99),
    ...size,
  };
}

/** The upper end of the bucket that the quantile falls into: at most a fifth too high, never too low. */
function quantile(counts: readonly number[], share: number): number {
  const wanted = share * counts.reduce((sum, n) => sum + n, 0);
  let seen = 0;
  for (const [bucket, n] of counts.entries()) {
    seen += n;
    if (n > 0 && seen >= wanted) return Number((FIRST_MS * GROWTH ** bucket).toPrecision(3));
  }
  return 0;
}

function readDays(path: string): Map<string, Day> {
  const days = new Map<string, Day>();
  for (const [name, value] of Object.entries(readObject(path))) {
    if (!/^\d{4}-\d\d-\d\d$/.test(name) || typeof value !== "object" || value === null) continue;
    const { counts, sizeBytes } = value as Record<string, unknown>;
    if (!Array.isArray(counts) || counts.length > BUCKETS) continue;
    days.set(name, {
      counts: counts.map((n) => (Number.isInteger(n) && n > 0 ? (n as number) : 0)),
      ...(typeof sizeBytes === "number" ? { sizeBytes } : {}),
    });
  }
  return days;
}

function readObject(path: string): object {
  try {
    const value: unknown = JSON.parse(readIfThere(path) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    // A damaged file costs the curve, nothing else.
    return {};
  }
}
