import type { Sort } from "./judge.ts";
import { type Finding, MARKER } from "./spans.ts";

/** Called where its literal stands; answers what it found there. */
export interface Anchor {
  /** At least two characters; compared without case when `fold`, then ASCII letters only. */
  literal: string;
  fold?: boolean;
  /** What may follow a literal of two or three characters; without it, anything may. */
  next?: string;
  find(text: string, at: number, pass: Pass): Finding | undefined;
}

/** A word that speaks of a secret, wherever it stands. */
export interface Hint {
  at: number;
  end: number;
  /** `weak`: it speaks of logging in; only a value that is nothing else counts. */
  sort: Sort | "weak";
  /** Its language writes no blanks: a word of other letters close behind it is the value. */
  isEastern?: boolean;
  /** A name of code: only a string of its statement counts. */
  isCode?: boolean;
}

/** What handlers remember within one text, so that no stretch is searched twice. */
export interface Pass {
  /** Where the next `-----END` stands, if already looked up. */
  nextEnd: number;
  /** Where the last name=value that was looked at ends. */
  seenName: number;
  /** The same for names in other languages. */
  seenLabel: number;
  /** Where the last value without quotes ended, and how many names were read inside it. */
  bareEnd: number;
  bareNames: number;
  /** Where the last table's rows end: they are read once. */
  seenTable: number;
  /** Findings beside the one that is answered, such as a table's cells. */
  more: Finding[];
  /** Words that speak of a secret, in the text's order. */
  hints: Hint[];
  /** For each rule: up to where a text that looked like its key was judged to be none. */
  refused: Map<object, number>;
  /** The text speaks of private parts. */
  private: boolean;
  /** Places looked at. Tests count them: work must grow with the text and not faster. */
  steps: number;
}

const BYTE = 256;
const ASCII = 128;
const UPPER = 0x20;
/**
 * A hash of exactly three bytes: an older one is shifted out. ASCII has seven bits, so different letters hardly ever
 * share a place; of the first one two bits are left out, which halves the table twice.
 */
const SHIFT = 7;
const HASH_MASK = (1 << (3 * SHIFT - 2)) - 1;
const hashOf = (first: number, second: number, third: number) =>
  ((((first << SHIFT) ^ second) << SHIFT) ^ third) & HASH_MASK;
/** Of the fourth byte, three bits: each place of the table says in its eight bits which of them may follow. */
const FOURTH = 7;

/** So much of a text is looked at at once; three more for what stands behind the last one. */
const WINDOW = 1 << 15;
const BEHIND = 3;
const bytes = Buffer.alloc(WINDOW + BEHIND);

/**
 * One pass over the text for all anchors: three characters choose which of them may stand here, so a text without
 * secrets costs little more than reading it, however many rules there are. The search reads bytes, the lower one
 * of each character, because an array is read several times faster than a string. So a character beyond them is
 * looked at once too often, never too seldom: whether an anchor really stands there is asked of the text.
 */
export function createScanner(anchors: Anchor[]): (text: string, pass?: Pass) => Finding[] {
  const { fourthsAt, numbers, lists } = createTables(anchors);

  /** Where in the bytes the next three stand that something begins with; `end` when none do before it. */
  const nextStart = (from: number, end: number): number => {
    let hash = hashOf(0, bytes[from] ?? 0, bytes[from + 1] ?? 0);
    for (let at = from; at < end; at++) {
      hash = ((hash << SHIFT) ^ (bytes[at + 2] ?? 0)) & HASH_MASK;
      // One look at a table for each place: nearly all of them begin nothing.
      const fourths = fourthsAt[hash] ?? 0;
      if (fourths !== 0 && ((fourths >> ((bytes[at + 3] ?? 0) & FOURTH)) & 1) !== 0) return at;
    }
    return end;
  };
  const listAt = (at: number): readonly Anchor[] =>
    lists[numbers[hashOf(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0)] ?? 0] ?? NO_ANCHORS;

  return (text, pass = createPass()) => {
    let found = NONE;
    const last = text.length - 1;
    for (let at = 0; at < last; ) {
      const start = at;
      const part = text.length <= WINDOW ? text : text.slice(start, start + WINDOW + BEHIND);
      const laid = bytes.write(part, 0, "latin1");
      // Nothing follows the text's last character.
      bytes.fill(0, laid, Math.min(laid + BEHIND, bytes.length));
      const end = Math.min(laid - 1, WINDOW);
      while (at - start < end) {
        const place = nextStart(at - start, end);
        at = start + place;
        if (place >= end) break;
        let next = text.charCodeAt(at) === OPENS_MARKER ? behindMarker(text, at) : at + 1;
        const list = listAt(place);
        for (let index = 0; index < list.length; index++) {
          const anchor = list[index] as Anchor;
          const { literal, fold } = anchor;
          // The fourth byte rules out most of them without a call; only the text itself can say yes.
          if (
            literal.length > 3 &&
            ((bytes[place + 3] ?? 0) | (fold ? UPPER : 0)) !== (literal.charCodeAt(3) & 0xff)
          )
            continue;
          if (!standsAt(text, at, anchor)) continue;
          const finding = anchor.find(text, at, pass);
          if (pass.more.length > 0) {
            if (found === NONE) found = [];
            found.push(...pass.more.splice(0));
          }
          if (finding === undefined || finding.end <= finding.start) continue;
          if (found === NONE) found = [];
          found.push(finding);
          if (finding.end <= at + 1 || finding.start > at) continue;
          next = finding.end;
          break;
        }
        at = next;
      }
    }
    return found;
  };
}

export const createPass = (): Pass => ({
  nextEnd: -1,
  seenName: -1,
  seenLabel: -1,
  bareEnd: -1,
  bareNames: 0,
  seenTable: -1,
  more: [],
  hints: [],
  refused: new Map(),
  private: false,
  steps: 0,
});

/** What most texts have. Never added to. */
const NONE: Finding[] = [];
const NO_ANCHORS: readonly Anchor[] = [];

/** By a hash of three characters: what the fourth may be, and the number of the list of anchors; 0 where there is none. */
function createTables(anchors: readonly Anchor[]) {
  const fourthsAt = new Uint8Array(HASH_MASK + 1);
  const numbers = new Uint16Array(HASH_MASK + 1);
  const lists: Anchor[][] = [[]];
  const listOf = (first: number, second: number, third: number, fourths: number): Anchor[] => {
    const place = hashOf(first, second, third);
    fourthsAt[place] = (fourthsAt[place] ?? 0) | fourths;
    if (numbers[place] === 0) numbers[place] = lists.push([]) - 1;
    return lists[numbers[place] ?? 0] ?? [];
  };
  for (const anchor of anchors) {
    const [firsts = [], seconds = [], thirds = [], last = []] = [0, 1, 2, 3].map((at) => codesAt(anchor, at));
    const fourths = last.reduce((bits, code) => bits | (1 << (code & FOURTH)), 0);
    for (const first of firsts)
      for (const second of seconds)
        for (const third of thirds) {
          const list = listOf(first, second, third, fourths);
          if (list[list.length - 1] !== anchor) list.push(anchor);
        }
  }
  const [first = 0, second = 0, third = 0] = [0, 1, 2].map((at) => MARKER.charCodeAt(at));
  listOf(first, second, third, 1 << (MARKER.charCodeAt(3) & FOURTH));
  return { fourthsAt, numbers, lists };
}

/** The bytes that an anchor may have at one of its first places; behind its end, all of them. */
function codesAt({ literal, fold, next }: Anchor, at: number): number[] {
  if (at === literal.length && next !== undefined)
    return [...new Set([...next].map((char) => char.charCodeAt(0) & 0xff))];
  // Behind a literal of ASCII stands ASCII; what begins with a byte beyond it would only cost a look.
  if (at >= literal.length) return literal.charCodeAt(0) < ASCII ? ANY_ASCII : ANY_BYTE;
  // Of a character beyond a byte the search sees the lower one.
  const code = literal.charCodeAt(at) & 0xff;
  return fold ? [code, code - UPPER] : [code];
}

const ANY_BYTE = Array.from({ length: BYTE }, (_, byte) => byte);
const ANY_ASCII = ANY_BYTE.slice(0, ASCII);

const OPENS_MARKER = MARKER.charCodeAt(0);

/** A marker's own words ("password", "private-key") name nothing. */
function behindMarker(text: string, at: number): number {
  if (!text.startsWith(MARKER, at)) return at + 1;
  const last = text.length - 1;
  let end = at + MARKER.length;
  while (end < last && /[\w-]/.test(text[end] ?? "")) end++;
  return end + 1;
}

function standsAt(text: string, at: number, { literal, fold }: Anchor): boolean {
  const lower = fold === true ? UPPER : 0;
  for (let i = 0; i < literal.length; i++) {
    if ((text.charCodeAt(at + i) | lower) !== literal.charCodeAt(i)) return false;
  }
  return true;
}

/** Letters, digits and what else continues a word for a key's prefix. */
export function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/**
 * Whether a word can begin at `at`. The letter of an escape (`\n`, `\u001b[32m`, `%3D`) stands in front of many
 * keys and is not part of them.
 */
export function beginsWord(text: string, at: number): boolean {
  if (at === 0 || !isWordCode(text.charCodeAt(at - 1))) return true;
  if (text.charCodeAt(at - 2) === 92) return true;
  if (text.charCodeAt(at - 3) === 37) return true;
  if (text[at - 1] !== "m") return false;
  return /\[[\d;]{0,12}m$/.test(text.slice(Math.max(0, at - 16), at));
}
