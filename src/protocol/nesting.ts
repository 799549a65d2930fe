/** No tool nests this deep; what does is made to exhaust the stack of whoever walks it later. */
const DEEPEST = 400;

/** A shorter text cannot nest that deep. */
export const DEEP_LENGTH = DEEPEST;

/** Whether JSON text opens more objects and lists inside each other than any real event does. */
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
