/** The position where a page ended: a time and a row number, so that new rows do not shift the next page. */
import { PawlError } from "../../platform/errors.ts";

interface Place {
  at: number;
  row: number;
}

export function toCursor({ at, row }: Place): string {
  return `${at}.${row}`;
}

export function parseCursor(cursor: string): Place {
  const match = /^(-?\d{1,16})\.(\d{1,16})$/.exec(cursor);
  if (match === null) {
    throw new PawlError("cursor_invalid", "Invalid cursor.", {
      hint: "Load the list again from the start.",
    });
  }
  return { at: Number(match[1]), row: Number(match[2]) };
}

/** Escapes `%` and `_`; use with `escape '\'`. */
export function toLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
