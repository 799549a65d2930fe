/** No tool nests this deep; deeper input is meant to exhaust the stack of code that walks it. */
const DEEPEST = 400;

/** A shorter text cannot nest that deep. */
export const DEEP_LENGTH = DEEPEST;

/** Whether JSON text is nested deeper than any real event. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i);
    if (inText) {
      if (c === 0x5c) i++;
      else if (c === 0x22) inText = false;
    } else if (c === 0x22) inText = true;
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > DEEPEST) return true;
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
  return false;
}
