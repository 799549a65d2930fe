/** Tables with a column of secrets: Markdown, psql, CSV, and tab-separated. */

import { isSecret, isStrong, kindOf, type Sort } from "./judge.ts";
import { classifyName, foreignClassOf } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";
import { isReadable } from "./randomness.ts";
import type { Pass } from "./scan.ts";
import type { Name } from "./separators.ts";

const MAX_LINE = 400;
const MAX_ROWS = 60;
const MAX_COLUMNS = 40;

/** The text after a name in a table's head. */
export const CELL_END = /^(?:[|,;\t\r\n"`*)]| +\|| +\t| +\r?\n| ?$)/;

/** Called at a name in a possible table head; adds the cells below it that contain secrets. */
export function findTable(text: string, name: Name, pass: Pass): void {
  const start = lineStart(text, name.start);
  const end = lineEnd(text, name.end);
  if (start === undefined || end === undefined) return;
  const head = text.slice(start, end);
  if (statement.test(head)) {
    findStatement(text, start, pass);
    return;
  }
  const delimiter = delimiterOf(head, text[name.end] ?? "\n");
  if (delimiter === undefined) return;
  const columns = cellsOf(head, delimiter).map(({ from, to }): Sort | undefined =>
    classOf(head.slice(from, to)),
  );
  // `NAME_OF_A_KEY,` is a line of a list.
  const isList = /^[^,;]*[,;]\s*$/.test(head);
  if (isList || columns.length < 2 || columns.length > MAX_COLUMNS) return;
  let at = end + 1;
  for (let row = 0; row < MAX_ROWS && at < text.length; row++) {
    const rowEnd = lineEnd(text, at);
    if (rowEnd === undefined) break;
    const line = text.slice(at, rowEnd);
    pass.steps += line.length;
    if (!/^[\s|+:-]*$/.test(line)) {
      const cells = cellsOf(line, delimiter);
      if (Math.abs(cells.length - columns.length) > (delimiter === "|" ? 1 : 0)) break;
      addCells(text, at, cells, columns, pass);
    }
    at = rowEnd + 1;
  }
  pass.seenTable = Math.max(pass.seenTable, at);
}

/** `insert into t (id, password) values (1, '…')`, and the rows that a dump copies into a table. */
const statement = /^\s*(?:insert|replace)\s+into\b[^()]{1,160}\(|^\s*copy\b[^()]{1,160}\(/i;
const MAX_STATEMENT = 4_000;

function findStatement(text: string, start: number, pass: Pass): void {
  const part = text.slice(start, start + MAX_STATEMENT);
  const [head = "", list = ""] = /^[^()]*\(([^()]*)\)/.exec(part) ?? [];
  const columns = list.split(",").map(classOf);
  const isCopy = /^\s*copy\b/i.test(head);
  pass.steps += part.length;
  pass.seenTable = start + head.length;
  for (const row of part
    .slice(head.length)
    .matchAll(isCopy ? /(?<=\n)(?!\\\.)[^\n]*\t[^\n]*/g : /(?<=\()(?:'(?:[^'\n]|'')*'|[^()'\n])*(?=\))/g)) {
    const at = start + head.length + row.index;
    const cells = cellsOf(row[0], isCopy ? "\t" : ",");
    if (cells.length === columns.length) addCells(text, at, cells, columns, pass);
  }
}

interface Cell {
  from: number;
  to: number;
}

function addCells(text: string, at: number, cells: Cell[], columns: (Sort | undefined)[], pass: Pass): void {
  cells.forEach(({ from, to }, index) => {
    const nameClass = columns[index];
    if (nameClass === undefined) return;
    let [start, end] = [at + from, at + to];
    const isQuoted = /^\s*["']/.test(text.slice(start, end));
    while (start < end && /[\s"'`]/.test(text[start] ?? "")) start++;
    while (end > start && /[\s"'`]/.test(text[end - 1] ?? "")) end--;
    const value = text.slice(start, end);
    if (
      isSecret(value, nameClass, isQuoted ? "string" : "said") ||
      (nameClass === "password" && (isStrong(value) || isNoWord(value)))
    )
      pass.more.push({ kind: kindOf(nameClass), start, end });
  });
}

/** In a column of secrets, any value that is not a word counts. */
const isNoWord = (value: string) =>
  /^(?=.*[a-z])(?=.*[^a-z\s])[^\s]{8,64}$/.test(value) &&
  (/\d{2}|\w[!#$%&*+?@^~]\S/.test(value) || !isReadable(value)) &&
  !isPlaceholder(value);

const classOf = (cell: string): Sort | undefined => {
  const name = cell.replace(/[\s"'`*_]+/g, " ").trim();
  if (/[^\x20-\x7e]/.test(name)) return name.length <= 24 ? foreignClassOf(name) : undefined;
  const found = /^[\w .-]{2,40}$/.test(name) ? classifyName(name.replaceAll(" ", "_")) : undefined;
  return found === "password" || found === "secret" || found === "token" ? found : undefined;
};

const ALIGNED = "  ";

function delimiterOf(head: string, behind: string): string | undefined {
  if (/[(){}=[\]<>]/.test(head)) return undefined;
  if (head.includes("|")) return /^\s*\|.*\|\s*$|^[\p{L}\d_\s|]+$/u.test(head) ? "|" : undefined;
  if (head.includes("\t") && !/^\s*\S+\s*$/.test(head)) return "\t";
  if (!/[,;"\r\n\s]/.test(behind) && behind !== "") return undefined;
  // Columns that blanks align.
  if (/\S {2,}\S/.test(head) && !/[.:;]/.test(head)) return ALIGNED;
  return head.includes(",") ? "," : head.includes(";") ? ";" : undefined;
}

function cellsOf(line: string, delimiter: string): Cell[] {
  if (delimiter === ALIGNED)
    return [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: cell, index }) => ({
      from: index,
      to: index + cell.length,
    }));
  const cells: Cell[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at <= line.length; at++) {
    if (line[at] === '"' || (line[at] === "'" && (quoted || from === at || /[\s(]/.test(line[at - 1] ?? ""))))
      quoted = !quoted;
    if (at < line.length && (line[at] !== delimiter || (quoted && delimiter === ","))) continue;
    cells.push({ from, to: at });
    from = at + 1;
  }
  return cells;
}

function lineStart(text: string, at: number): number | undefined {
  const cut = text.slice(Math.max(0, at - MAX_LINE), at).lastIndexOf("\n");
  if (cut === -1) return at > MAX_LINE ? undefined : 0;
  return Math.max(0, at - MAX_LINE) + cut + 1;
}

function lineEnd(text: string, at: number): number | undefined {
  const window = text.slice(at, at + MAX_LINE);
  const cut = window.indexOf("\n");
  if (cut !== -1) return at + cut;
  return window.length < MAX_LINE ? text.length : undefined;
}
