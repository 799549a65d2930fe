/** Text as a full-text index takes it. */
import {
  BEYOND,
  createKnownRuns,
  DIGIT,
  eachRun,
  KINDS,
  type KnownRuns,
  LOWER,
  nextHash,
  type RunWords,
  SEPARATOR,
  TOKEN_LIMIT,
  toPairs,
  toSpacedRun,
  UNSPACED,
  UPPER,
  type WrittenBytes,
} from "./runs.ts";
import { mayHaveStem, stemOf } from "./stem.ts";

/**
 * Text for a full-text index whose tokenizer splits at spaces: the stems of all parts in order, so that phrases hold
 * in any form. Behind them stand compound words as one, and the words that are not their own stem, for whoever types
 * only the beginning of one, or misspells it.
 */
export function toIndexText(text: string): string {
  return toAsciiSplit(text, stems, true) ?? toSplit(text, stemOf);
}

/** The words as they are written, in lower case: parts in order, then compound words as one. */
export function toPlainWords(text: string): string {
  return toAsciiSplit(text, plains, false) ?? toSplit(text, (part) => part);
}

/** What is known of words can be worked out again. */
export function forgetWords(): void {
  stems.forget();
  plains.forget();
}

const stems = createKnownRuns((run) => toRunWords(run, stemOf));
const plains = createKnownRuns((run) => toRunWords(run, (part) => part));

function toRunWords(run: string, stem: (part: string) => string): RunWords {
  const { parts, joined } = toSpacedRun(run);
  const shown = parts.map(stem);
  const behind = parts.filter((part, i) => part !== shown[i]);
  return { parts: shown, behind: joined === undefined ? behind : [...behind, joined] };
}

function toSplit(text: string, stem: (part: string) => string): string {
  const parts: string[] = [];
  const behind = new Set<string>();
  const add = (part: string) => {
    const shown = stem(part);
    parts.push(shown);
    if (shown !== part) behind.add(part);
  };
  eachRun(text, (token, run) => {
    if (run === undefined) {
      add(token);
      return;
    }
    for (const part of run.parts) add(part);
    if (run.joined !== undefined) behind.add(run.joined);
    if (run.unspaced) for (const pair of toPairs(run.parts)) behind.add(pair);
  });
  // Between the parts they would break phrases such as `hook input`.
  return behind.size === 0 ? parts.join(" ") : `${parts.join(" ")} ${[...behind].join(" ")}`;
}

/**
 * The same for a text whose letters are all ASCII, which nearly all are; undefined for another one. It writes bytes
 * instead of cutting strings, because all that is ever recorded passes here.
 */
function toAsciiSplit(text: string, known: KnownRuns, isStemmed: boolean): string | undefined {
  const { length } = text;
  reserve(length);
  const { bytes } = out;
  known.begin();
  let end = 0;
  behind.end = 0;
  let at = 0;
  while (at < length) {
    const start = at;
    const begin = end;
    let kinds = 0;
    let hash = 0;
    for (; at < length; at++) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? (KINDS[code] ?? SEPARATOR) : kindBeyond(code);
      if (kind === BEYOND) return undefined;
      if (kind === SEPARATOR) break;
      kinds |= kind === UPPER && at > start ? UPPER | INNER : kind;
      hash = nextHash(hash, code);
      // Lower case: a capital and its small letter are one bit apart.
      bytes[end++] = kind === UPPER ? code | 32 : code;
    }
    const size = at - start;
    at++;
    if (size === 0) continue;
    // A blob is found by its beginning, and will not come again.
    if (size > TOKEN_LIMIT) end = begin + TOKEN_LIMIT;
    else if (
      !IS_ONE_PART[kinds] ||
      (isStemmed && mayHaveStem(size, bytes[end - 2] ?? 0, bytes[end - 1] ?? 0))
    ) {
      out.end = begin;
      known.write(text, start, start + size, hash, out, behind);
      end = out.end;
      continue;
    }
    bytes[end++] = SPACE;
  }
  bytes.set(behind.bytes.subarray(0, behind.end), end);
  return bytes.toString("latin1", 0, Math.max(0, end + behind.end - 1));
}

/** A letter of the text is written at most once among the parts and twice behind them, with a space for each. */
function reserve(length: number): void {
  if (behind.bytes.length >= length * 4 + 1) return;
  behind = { bytes: Buffer.allocUnsafe(length * 4 + 1), end: 0 };
  out = { bytes: Buffer.allocUnsafe(length * 6 + 1), end: 0 };
}

interface Bytes extends WrittenBytes {
  bytes: Buffer;
}
let behind: Bytes = { bytes: Buffer.allocUnsafe(1 << 15), end: 0 };
let out: Bytes = { bytes: Buffer.allocUnsafe(1 << 16), end: 0 };
const SPACE = 32;
/** A capital that does not begin the run. */
const INNER = 16;
/** `word`, `12`, `Word`, `A`, `WORD`. */
const IS_ONE_PART = Array.from({ length: 32 }, (_, kinds) =>
  [LOWER, DIGIT, LOWER | UPPER, UPPER, UPPER | INNER].includes(kinds),
);

/** Arrows, lines, dashes and quotes part words as ASCII's signs do; what may be a letter needs a closer look. */
function kindBeyond(code: number): number {
  const known = BEYOND_KINDS[code];
  if (known !== undefined && known !== 0) return known - 1;
  const isSign = (code < 0xd800 || code > 0xdfff) && !WORDY.test(String.fromCharCode(code).normalize("NFKC"));
  BEYOND_KINDS[code] = (isSign ? SEPARATOR : BEYOND) + 1;
  return isSign ? SEPARATOR : BEYOND;
}

/** One more than the kind; 0 is not known yet. */
const BEYOND_KINDS = new Uint8Array(1 << 16);
const WORDY = new RegExp(`[\\p{L}\\p{N}\\p{M}${UNSPACED}]`, "u");
