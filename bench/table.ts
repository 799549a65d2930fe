/** The table that a run prints, in Markdown: it is copied to docs/measurements.md unchanged. */

export interface Limit {
  value: number;
  most: number;
  /** The target, as the table shows it. */
  text: string;
}

export interface Row {
  what: string;
  median: string;
  p95?: string;
  /** The baseline, and the ratio to it. */
  compared?: string;
  limit?: Limit;
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
export const mb = (bytes: number): string => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
export const times = (value: number, of: string): string => `${value.toFixed(value < 10 ? 2 : 1)} × ${of}`;

/** A figure that could not be measured misses its target. */
export const isMissed = ({ value, most }: Limit): boolean => !(value <= most);

export function missed(rows: readonly Row[]): Row[] {
  return rows.filter(({ limit }) => limit !== undefined && isMissed(limit));
}

const HEAD = ["what", "median", "p95", "compared with", "target"];

export function toMarkdown(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    row.median,
    row.p95 ?? "",
    row.compared ?? "",
    row.limit === undefined ? "" : `${row.limit.text} ${isMissed(row.limit) ? "✗ missed" : "✓"}`,
  ]);
  const width = (column: number) => Math.max(...[HEAD, ...cells].map((line) => line[column]?.length ?? 0));
  const widths = HEAD.map((_, column) => width(column));
  const line = (texts: string[]) => `| ${texts.map((text, i) => text.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  return [line(HEAD), line(widths.map((w) => "-".repeat(w))), ...cells.map(line)].join("\n");
}
