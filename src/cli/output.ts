/** Printing. Colours only on a terminal without NO_COLOR, and never in JSON. */
import { escapeInvisible, withoutInvisible } from "../memory/text/invisible.ts";

/** Nothing that cannot be seen is printed, wherever the text comes from; colours are ours. */
export function print(text: string): void {
  process.stdout.write(`${withoutInvisible(text)}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${escapeInvisible(JSON.stringify(value, null, 2))}\n`);
}

const colours = process.stdout.isTTY === true && (process.env.NO_COLOR ?? "") === "";
const paint = (code: string) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = paint("1");
export const dim = paint("2");
export const green = paint("32");
export const red = paint("31");

/** Fills up to a width in terminal columns: a Chinese or Korean character takes two. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - Bun.stringWidth(text)));
}

/** Two columns; the second starts at the same place in every row. */
export function printRows(rows: readonly (readonly [string, string])[]): void {
  const width = Math.max(0, ...rows.map(([left]) => Bun.stringWidth(left)));
  for (const [left, right] of rows) print(`${padTo(left, width)}  ${right}`);
}

/** Removes control and invisible characters: text from a session may act on the terminal or turn its direction. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return withoutInvisible(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}
