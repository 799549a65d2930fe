/**
 * Cuts long texts in a JSON document before it is parsed: a tool's output of 20 MB is stored as its first 10,000
 * characters, and parsing all of it would make every other session wait for seconds.
 */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Far more than is stored, also where every character is written as `\uXXXX`. */
const KEPT = 256 * 1024;
/** After so many bytes others get their turn. */
const STEP = 1024 * 1024;

/** The same document with every text of more than `kept` bytes cut. What is no JSON comes back as it can. */
export async function shortenTexts(bytes: Uint8Array, kept = KEPT): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let from = 0;
  let yieldAt = STEP;
  let start = bytes.indexOf(QUOTE);
  while (start !== -1) {
    let end = start;
    do {
      end = bytes.indexOf(QUOTE, end + 1);
      if (end > yieldAt) {
        yieldAt = end + STEP;
        await new Promise(setImmediate);
      }
    } while (end !== -1 && isEscaped(bytes, end));
    // A text that never ends: the parser says what is wrong.
    if (end === -1) break;
    if (end - start > kept) {
      pieces.push(bytes.subarray(from, safeCut(bytes, start + kept)));
      from = end;
    }
    start = bytes.indexOf(QUOTE, end + 1);
  }
  if (pieces.length === 0) return bytes;
  pieces.push(bytes.subarray(from));
  return Buffer.concat(pieces);
}

/** An odd number of backslashes stands before it. */
function isEscaped(bytes: Uint8Array, at: number): boolean {
  let count = 0;
  while (bytes[at - 1 - count] === BACKSLASH) count++;
  return count % 2 === 1;
}

/** Not inside an escape (the longest, a pair of `\uXXXX`, has 12 bytes), nor inside a character. */
function safeCut(bytes: Uint8Array, at: number): number {
  let cut = at;
  for (let back = 1; back <= 12; back++) {
    if (bytes[at - back] === BACKSLASH) cut = at - back;
  }
  while (bytes[cut - 1] === BACKSLASH) cut--;
  while (((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--;
  return cut;
}
