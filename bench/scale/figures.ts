/** What is measured, by name and size of the store, and the limits at a million. */
import { percentile } from "../statistics.ts";

export interface Taken {
  /** Processor time of the answering thread, and wall time, in milliseconds each. */
  cpu: number;
  wall: number;
  /** The words, where it was about some. */
  asked?: string;
}

export interface Figure {
  what: string;
  /** What the table shows. */
  text: string;
  /** What the limit is about. */
  value: number;
  /** What it was made of, in order. */
  taken?: readonly Taken[];
}

export interface Limit {
  most: number;
  text: string;
  /** At most so many times the value in the smallest store. */
  growth?: number;
}

/** Of one size of store. */
export type Column = ReadonlyMap<string, Figure>;

const GROWTH = 2;
const hook = (most: number): Limit => ({ most, text: `${most} ms, 2 ×`, growth: GROWTH });
const SEARCH: Limit = { most: 50, text: "50 ms" };
const SILENCE: Limit = { most: 300, text: "300 ms" };

/** p95 of processor time unless a name says something else. */
export const LIMITS: Readonly<Record<string, Limit>> = {
  SessionStart: hook(15),
  "UserPromptSubmit, largest project": hook(25),
  "PreToolUse of Read": hook(8),
  PostToolUse: hook(5),
  PostToolUseFailure: hook(10),
  "search, 1 word": SEARCH,
  "search, 3 words in a project": SEARCH,
  "search, type response": SEARCH,
  "search, since 7 days": SEARCH,
  "search, mistyped": SEARCH,
  "pawl up to the first answer (wall)": { most: 500, text: "500 ms" },
  "daemon memory after use": { most: 130, text: "130 MB" },
  "forget one session: time (wall)": { most: 60_000, text: "60 s" },
  "forget one session: peak memory": { most: 150, text: "150 MB" },
  "forget one session: longest silence (wall)": SILENCE,
  "doctor: time (wall)": { most: 1_000, text: "1 s" },
  "doctor: longest silence (wall)": SILENCE,
  "backup: longest silence (wall)": SILENCE,
  "import + first prompt: longest silence (wall)": SILENCE,
  "bytes an observation": { most: 3_000, text: "3,000" },
};

const number = (value: number) => value.toFixed(value < 10 ? 1 : 0);

export function ofTaken(what: string, taken: readonly Taken[]): Figure {
  const cpu = taken.map((one) => one.cpu);
  const wall = taken.map((one) => one.wall);
  const p95 = percentile(cpu, 95);
  const text = `${number(percentile(cpu, 50))}/${number(p95)} (${number(percentile(wall, 50))}/${number(percentile(wall, 95))})`;
  return { what, text, value: p95, taken };
}

export const ofNumber = (what: string, value: number, unit = ""): Figure => ({
  what,
  value,
  text: `${number(value)}${unit}`,
});

const SLOWEST = 8;

/** Which answers took longest, with their place in the order: whether it is the question or the moment. */
export function toSlowest(size: string, figures: readonly Figure[]): string {
  return figures
    .flatMap(({ what, taken = [] }) => [
      `${size}: ${what}`,
      ...taken
        .map((one, place) => ({ ...one, place }))
        .sort((a, b) => b.cpu - a.cpu)
        .slice(0, SLOWEST)
        .map(({ cpu, wall, place, asked = "" }) =>
          `  ${number(cpu)} (${number(wall)}) #${place} ${asked.replace(/\s+/g, " ").slice(0, 100)}`.trimEnd(),
        ),
    ])
    .join("\n");
}

export function toGrowthTable(sizes: readonly string[], columns: readonly Column[]): string {
  const names = [...new Set(columns.flatMap((column) => [...column.keys()]))];
  const head = ["", ...sizes, "limit at 1 million"];
  const rows = names.map((name) => [
    name,
    ...columns.map((column) => column.get(name)?.text ?? "–"),
    toVerdict(name, columns, sizes),
  ]);
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** Judged at the largest store that was measured; the limit itself is for a million. */
function toVerdict(name: string, columns: readonly Column[], sizes: readonly string[]): string {
  const limit = LIMITS[name];
  if (limit === undefined) return "";
  return missesOf(name, columns, sizes).length === 0 ? `${limit.text} ✓` : `${limit.text} ✗`;
}

export function missesOf(name: string, columns: readonly Column[], sizes: readonly string[]): string[] {
  const limit = LIMITS[name];
  const measured = columns.map((column) => column.get(name)?.value);
  const last = measured.at(-1);
  if (limit === undefined || last === undefined) return [];
  const missed: string[] = [];
  if (!(last <= limit.most)) missed.push(`${name}: ${last.toFixed(1)}, at most ${limit.text}`);
  const first = measured[0];
  const isTwice = limit.growth !== undefined && first !== undefined && last > first * limit.growth;
  if (isTwice) missed.push(`${name}: ${(last / first).toFixed(1)} × its value at ${sizes[0]}`);
  return missed;
}
