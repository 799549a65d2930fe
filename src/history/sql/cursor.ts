/** Splits a list into pages. A page ends at a time and a row number, so that new rows do not shift the next one. */
import { PawlError } from "../../platform/errors.ts";
import type { Page } from "./types.ts";

export const cursorOf = (at: number, row: number): string => `${at}.${row}`;

/** Without a cursor, returns values that disable the condition. */
export function parseCursor(cursor: string | undefined): { at: number | undefined; row: number | undefined } {
  if (cursor === undefined) return { at: undefined, row: undefined };
  const match = /^(-?\d{1,16})\.(\d{1,16})$/.exec(cursor);
  if (match === null) {
    throw new PawlError("cursor_invalid", "Invalid cursor.", {
      hint: "Load the list again from the start.",
    });
  }
  return { at: Number(match[1]), row: Number(match[2]) };
}

/** `rows`: one more than the limit if there are more. */
export function toPage<Row, T>(
  rows: readonly Row[],
  limit: number,
  cursorAfter: (row: Row) => string,
  toItem: (row: Row) => T,
): Page<T> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const items = rows.slice(0, limit).map(toItem);
  return last === undefined ? { items } : { items, next: cursorAfter(last) };
}

/** Escapes `%` and `_`; use with `escape '\'`. */
function toLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** For `like`; undefined for an empty search. */
export const startsWith = (text = ""): string | undefined =>
  text.trim() === "" ? undefined : `${toLike(text.trim())}%`;
export const contains = (text = ""): string | undefined =>
  text.trim() === "" ? undefined : `%${toLike(text.trim())}%`;
