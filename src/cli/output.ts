/** Printing. Colours and wrapping only on a terminal, and never in JSON. */

import { homedir } from "node:os";
import { join, relative, sep } from "node:path";
import { findProgram, processEnv } from "../platform/env.ts";
import { packageDir } from "../platform/paths.ts";
import { escapeInvisible, withoutInvisible } from "../text/invisible.ts";
import { toMarker } from "../text/marks.ts";
import { toQueryTerms } from "../text/words.ts";

const isTerminal = () => process.stdout.isTTY === true;
const NARROWEST = 30;

/** The terminal's width. Other programs get whole lines. */
export function columns(): number {
  return isTerminal() ? Math.max(NARROWEST, process.stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
}

/** All output goes through this function, so that no control or invisible character of stored data reaches the terminal. */
export function print(text: string): void {
  const shown = visible(text);
  process.stdout.write(`${isTerminal() ? wrapIndented(shown, columns()) : shown}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${escapeInvisible(JSON.stringify(value, null, 2))}\n`);
}

const hasColours = () => isTerminal() && (processEnv.NO_COLOR ?? "") === "" && processEnv.TERM !== "dumb";
/** Each colour has its own end code, so that a nested colour does not end the outer one. */
const paint = (open: number, close: number) => (text: string) =>
  hasColours() ? `\u001b[${open}m${text}\u001b[${close}m` : text;

export const bold = paint(1, 22);
export const dim = paint(2, 22);
export const red = paint(31, 39);
export const green = paint(32, 39);
export const yellow = paint(33, 39);
export const cyan = paint(36, 39);
/** The bar of a selected line. */
export const inverse = paint(7, 27);

/** Pads to a width in terminal columns: a Chinese or Korean character takes two. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - Bun.stringWidth(text)));
}

/** Two columns; the second starts at the same place in every row, and is continued there. */
export function toRows(rows: readonly (readonly [string, string])[], indent = 0): string[] {
  const width = Math.max(0, ...rows.map(([left]) => Bun.stringWidth(left)));
  const margin = " ".repeat(indent);
  const start = indent + width + 2;
  return rows.flatMap(([left, right]) => {
    const [first = "", ...more] = wrap(right, columns(), start);
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

/** A line whose continuation is indented below its beginning. */
export function printHanging(head: string, text: string, indent = 0): void {
  printRows([[head, text]], indent);
}

/** Prints rows, without those that have no right side. */
export function printRows(rows: readonly (readonly [string, string | undefined])[], indent = 0): void {
  const shown = rows.flatMap(([left, right]) => (right === undefined ? [] : [[left, right] as const]));
  for (const line of toRows(shown, indent)) print(line);
}

/** A session's mark in every list: whether it runs, and the first characters of its id. */
export function sessionMark(id: string, isRunning: boolean): string {
  return `${isRunning ? green("●") : dim("○")} ${yellow(id.slice(0, 8))}`;
}

/** Highlights the words of a query; outside of a terminal the text is unchanged. */
export function toHighlight(text: string): (text: string) => string {
  const marker = toMarker(toQueryTerms(text));
  return (line) => {
    let shown = "";
    let end = 0;
    for (const [from, to] of marker.marks(line)) {
      shown += line.slice(end, from) + yellow(line.slice(from, to));
      end = to;
    }
    return shown + line.slice(end);
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** The codes of `paint`, or any other control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const COLOUR_OR_CONTROL = /\u001b\[(?:1|2|22|31|32|33|36|39)m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Removes control and invisible characters: text from a session may control the terminal or reverse its text direction. */
export function plain(text: string): string {
  return withoutInvisible(text).replace(CONTROL, "");
}

/** The same, but Pawl's own colours are kept. */
export function visible(text: string): string {
  if (!hasColours()) return plain(text);
  return withoutInvisible(text).replace(COLOUR_OR_CONTROL, (found) => (found.length > 1 ? found : ""));
}

/** The text of a file or an export, where a line may end with CR LF. */
export function visibleText(text: string): string {
  return text.split("\r\n").map(plain).join("\r\n");
}

// Breaks lines at words. Bun.wrapAnsi either leaves Chinese text, which has no spaces, unbroken, or cuts links in two. Here a
// line may end after any Chinese character but never inside a word, so that links and commands can be copied.

const OPENING = "「『（《〈【“‘";
const CLOSING = "。，、；：！？」』）》〉】”’…·";
const HAN = "\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef";
/** A run of spaces, one Chinese character with what must not be parted from it, or a word. */
const TOKEN = new RegExp(`\\s+|[${OPENING}]*[${HAN}][${CLOSING}]*|[^\\s${HAN}]+[${CLOSING}]*`, "gu");

/** `first` and `rest`: columns already used at the beginning of a line. Colour codes use none. */
export function wrap(text: string, width: number, first = 0, rest = first): string[] {
  if (first + Bun.stringWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  let used = first;
  for (const token of text.match(TOKEN) ?? []) {
    const columns = Bun.stringWidth(token);
    if (used + columns <= width || line.trim() === "") {
      line += token;
      used += columns;
      continue;
    }
    lines.push(line.trimEnd());
    const isSpace = token.trim() === "";
    line = isSpace ? "" : token;
    used = rest + (isSpace ? 0 : columns);
  }
  if (line.trim() !== "" || lines.length === 0) lines.push(line.trimEnd());
  return lines;
}

/** Wraps each line of a text below its own beginning, so that indentation is kept. */
export function wrapIndented(text: string, width: number): string {
  return text
    .split("\n")
    .map((line) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour may start in front of the spaces
      const [head = ""] = /^(?:\u001b\[[\d;]*m)* */.exec(line) ?? [];
      const indent = Bun.stringWidth(head);
      const [start = "", ...more] = wrap(line.slice(head.length), width, indent);
      return [`${head}${start}`, ...more.map((one) => " ".repeat(indent) + one)].join("\n");
    })
    .join("\n");
}

/** At most this many columns; if text is missing, the last one is an ellipsis. */
export function clipTo(text: string, columns: number): string {
  if (Bun.stringWidth(text) <= columns) return text;
  if (columns < 1) return "";
  const cut = Bun.sliceAnsi(text, 0, columns - 1);
  // A wide character at the end may extend one column too far.
  return `${Bun.stringWidth(cut) < columns ? cut : Bun.sliceAnsi(text, 0, columns - 2)}…`;
}

/** A path in short form: `~/code/shop`. */
export function tilde(path: string, home = processEnv.HOME ?? homedir()): string {
  if (home === "" || home === "/") return path;
  return path === home ? "~" : path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** Progress in a terminal: one line of stderr, rewritten in place. Elsewhere nothing is written. */
const WIDTH = 24;
const CLEAR = "\r\u001b[2K";

export function toBar(done: number, all: number): string {
  const full = Math.round(Math.min(1, done / Math.max(1, all)) * WIDTH);
  return `[${"█".repeat(full)}${"─".repeat(WIDTH - full)}]`;
}

export function openLine(isWanted = true) {
  const stream = process.stderr;
  const isShown = isWanted && stream.isTTY === true;
  return {
    show(text: string): void {
      if (isShown) stream.write(`${CLEAR}${text}`);
    },
    close(): void {
      if (isShown) stream.write(CLEAR);
    },
  };
}

/** A bar, followed by the text for its numbers. */
export function openBar(textOf: (done: number, all: number) => string, isWanted = true) {
  const { show, close } = openLine(isWanted);
  return {
    show: (done: number, all: number): void => show(`${toBar(done, all)} ${textOf(done, all)}`),
    close,
  };
}

/** How this user calls Pawl: `pawl` if it is on the PATH, else the path of the checkout's file. */
export function programName(): string {
  if (findProgram("pawl") !== null) return "pawl";
  const file = join(packageDir, "bin", "pawl");
  const near = relative(process.cwd(), file);
  return near.startsWith("..") ? file : `.${sep}${near}`;
}
