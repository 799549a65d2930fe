/** Text as a full-text index takes it. */
import {
  BEYOND,
  DIGIT,
  eachRun,
  KINDS,
  LOWER,
  SEPARATOR,
  TOKEN_LIMIT,
  toKnownRun,
  toPairs,
  UNSPACED,
  UPPER,
} from "./runs.ts";
import { mayHaveStem, stemOf } from "./stem.ts";

/**
 * Text for a full-text index whose tokenizer splits at spaces: the stems of all parts in order, so that phrases hold
 * in any form. Behind them stand compound words as one, and the words that are not their own stem, for whoever types
 * only the beginning of one, or misspells it.
 */
export function toIndexText(text: string): string {
  return toSplit(text, stemOf);
}

/** The words as they are written, in lower case: parts in order, then compound words as one. */
export function toPlainWords(text: string): string {
  return toSplit(text, undefined);
}

type Stem = typeof stemOf | undefined;

function toSplit(text: string, stem: Stem): string {
  const plain = toAsciiSplit(text, stem);
  if (plain !== undefined) return plain;
  const parts: string[] = [];
  const behind = new Set<string>();
  const add = (part: string) => {
    const shown = stem?.(part) ?? part;
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
function toAsciiSplit(text: string, stem: Stem): string | undefined {
  const { length } = text;
  // A letter of the text is written once with a space behind, and its compound once more at the end.
  if (scratch.length < length * 2 + 1) scratch = Buffer.allocUnsafe(length * 2 + 1);
  const out = scratch;
  const behind = new Set<string>();
  let end = 0;
  const write = (word: string) => {
    for (let i = 0; i < word.length; i++) out[end++] = word.charCodeAt(i);
    out[end++] = SPACE;
  };
  const writePart = (part: string) => {
    const shown = stem?.(part) ?? part;
    write(shown);
    if (shown !== part) behind.add(part);
  };
  let at = 0;
  while (at < length) {
    const start = at;
    const begin = end;
    let kinds = 0;
    for (; at < length; at++) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? (KINDS[code] ?? SEPARATOR) : kindBeyond(code);
      if (kind === BEYOND) return undefined;
      if (kind === SEPARATOR) break;
      kinds |= kind === UPPER && at > start ? UPPER | INNER : kind;
      // Lower case: a capital and its small letter are one bit apart.
      out[end++] = kind === UPPER ? code | 32 : code;
    }
    at++;
    if (kinds === 0) continue;
    if (!IS_ONE_PART[kinds]) {
      const run = toKnownRun(text.slice(start, at - 1));
      end = begin;
      for (const part of run.parts) writePart(part);
      if (run.joined !== undefined) behind.add(run.joined);
      continue;
    }
    if (end - begin > TOKEN_LIMIT) end = begin + TOKEN_LIMIT;
    if (stem !== undefined && mayHaveStem(end - begin, out[end - 2] ?? 0, out[end - 1] ?? 0)) {
      const word =
        kinds === LOWER ? text.slice(start, start + end - begin) : out.toString("latin1", begin, end);
      end = begin;
      writePart(word);
    } else out[end++] = SPACE;
  }
  const parts = out.toString("latin1", 0, Math.max(0, end - 1));
  return behind.size === 0 ? parts : `${parts} ${[...behind].join(" ")}`;
}

let scratch = Buffer.allocUnsafe(1 << 16);
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
