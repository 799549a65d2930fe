/** Printing. Colours and wrapping only on a terminal, and never in JSON. */

import { processEnv } from "../platform/env.ts";
import { escapeInvisible, withoutInvisible } from "../text/invisible.ts";

const isTerminal = process.stdout.isTTY === true;
/** Other programs get whole lines, so only a terminal needs it. */
const wrapping = isTerminal ? await import("./wrap.ts") : undefined;
const NARROWEST = 30;

/** The terminal's width. Other programs get whole lines. */
export function columns(): number {
  if (!isTerminal) return Number.POSITIVE_INFINITY;
  return Math.max(NARROWEST, process.stdout.columns ?? 80);
}

/** Everything that is printed goes through here: no control or invisible character of stored data reaches the terminal. */
export function print(text: string): void {
  const shown = visible(text);
  process.stdout.write(`${wrapping?.wrapIndented(shown, columns()) ?? shown}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${escapeInvisible(JSON.stringify(value, null, 2))}\n`);
}

const isPlain = (processEnv.NO_COLOR ?? "") !== "" || processEnv.TERM === "dumb";
const hasColours = isTerminal && !isPlain;
/** Each colour is closed by its own code, so that one inside of another does not end both. */
const paint = (open: number, close: number) => (text: string) =>
  hasColours ? `\u001b[${open}m${text}\u001b[${close}m` : text;

export const bold = paint(1, 22);
export const dim = paint(2, 22);
export const red = paint(31, 39);
export const green = paint(32, 39);
export const yellow = paint(33, 39);
export const cyan = paint(36, 39);

/** Fills up to a width in terminal columns: a Chinese or Korean character takes two. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - Bun.stringWidth(text)));
}

/** Two columns; the second starts at the same place in every row, and is continued there. */
export function toRows(rows: readonly (readonly [string, string])[], indent = 0): string[] {
  const width = Math.max(0, ...rows.map(([left]) => Bun.stringWidth(left)));
  const margin = " ".repeat(indent);
  const start = indent + width + 2;
  return rows.flatMap(([left, right]) => {
    const [first = "", ...more] = wrapping?.wrap(right, columns(), start) ?? [right];
    return [
      `${margin}${padTo(left, width)}  ${first}`.trimEnd(),
      ...more.map((line) => " ".repeat(start) + line),
    ];
  });
}

/** Columns side by side: names to the left, figures to the right. */
export function toTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => Bun.stringWidth(row[at] ?? ""))),
  );
  return rows.map(([name = "", ...cells]) => {
    const figures = cells.map((cell, at) => " ".repeat((widths[at + 1] ?? 0) - Bun.stringWidth(cell)) + cell);
    return [padTo(name, widths[0] ?? 0), ...figures].join("  ");
  });
}

/** A line that is continued behind its beginning. */
export function printHanging(head: string, text: string, indent = 0): void {
  for (const line of toRows([[head, text]], indent)) print(line);
}

export function printRows(rows: readonly (readonly [string, string])[]): void {
  for (const line of toRows(rows)) print(line);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** The codes of `paint`, or any other control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const COLOUR_OR_CONTROL = /\u001b\[(?:1|2|22|31|32|33|36|39)m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Removes control and invisible characters: text from a session may act on the terminal or turn its direction. */
export function plain(text: string): string {
  return withoutInvisible(text).replace(CONTROL, "");
}

/** The same, but Pawl's own colours stay where there are any. */
export function visible(text: string): string {
  if (!hasColours) return plain(text);
  return withoutInvisible(text).replace(COLOUR_OR_CONTROL, (found) => (found.length > 1 ? found : ""));
}

/** The text of a file or an export, where a line may end with CR LF. */
export function visibleText(text: string): string {
  return text.split("\r\n").map(plain).join("\r\n");
}
