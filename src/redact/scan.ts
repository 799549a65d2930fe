/** One pass over a text for the anchors of all rules, and the state they share in it. */
import type { Sort } from "./judge.ts";
import { type Finding, MARKER } from "./spans.ts";

/** Called at each occurrence of its literal; returns the secrets found there. */
export interface Anchor {
  /** At least two characters; case-insensitive if `fold`, then ASCII letters only. */
  literal: string;
  fold?: boolean;
  /** What may follow a literal of two or three characters; without it, anything may. */
  next?: string;
  find(text: string, at: number, pass: Pass): Finding | undefined;
}

/** A word about secrets, anywhere in the text. */
export interface Hint {
  at: number;
  end: number;
  /** `weak`: a word about logging in; only a value with no other meaning counts. */
  sort: Sort | "weak";
  /** Its language has no spaces: a word in another script right after it is the value. */
  isEastern?: boolean;
  /** A name in code: only a string in its statement counts. */
  isCode?: boolean;
}

/**
 * A hash of exactly three bytes: older bytes are shifted out. ASCII has seven bits, so different letters rarely collide. Two
 * bits of the first byte are left out, which makes the table four times smaller.
 */
const SHIFT = 7;
const HASH_MASK = (1 << (3 * SHIFT - 2)) - 1;
const hashNext = (hash: number, byte: number) => ((hash << SHIFT) ^ byte) & HASH_MASK;
/** Three bits of the fourth byte: each entry of the table has eight bits that say which of them may follow. */
const FOURTH = 7;

/**
 * Finds all anchors in one pass over the text. Four characters select the anchors that are possible at an index, so scanning
 * a text without secrets costs little more than reading it, however many rules there are. The search reads the lower byte of
 * each character, because an array is read several times faster than a string. A character above 255 causes at most one extra
 * comparison, because the text itself confirms the anchor.
 */
export function createScanner(anchors: Anchor[]): (text: string, pass?: Pass) => Finding[] {
  const { fourthsAt, lists } = createTables(anchors);

  return (text, pass = createPass()) => {
    let found = NONE;
    const bytes = bytesOf(text);
    const lastStart = text.length - 1;
    let hash = hashNext(hashNext(0, bytes[0] ?? 0), bytes[1] ?? 0);
    let from = 0;
    for (let at = 0; at < lastStart; at++) {
      hash = hashNext(hash, bytes[at + 2] ?? 0);
      const fourths = fourthsAt[hash] ?? 0;
      if (fourths === 0 || ((fourths >> ((bytes[at + 3] ?? 0) & FOURTH)) & 1) === 0 || at < from) continue;
      from = text.charCodeAt(at) === OPENS_MARKER ? behindMarker(text, at) : at + 1;
      for (const { anchor, last, code, fold } of lists.get(hash) ?? NO_CANDIDATES) {
        const end = text.charCodeAt(at + last);
        if ((end !== code && !(fold && (end | UPPER) === code)) || !standsAt(text, at, anchor)) continue;
        const finding = anchor.find(text, at, pass);
        const isFound = finding !== undefined && finding.end > finding.start;
        if (found === NONE && (isFound || pass.more.length > 0)) found = [];
        if (pass.more.length > 0) found.push(...pass.more.splice(0));
        if (!isFound) continue;
        found.push(finding);
        if (finding.end <= at + 1 || finding.start > at) continue;
        from = finding.end;
        break;
      }
    }
    return found;
  };
}

/** State that handlers keep within one text, so that no range is searched twice. */
export const createPass = () => ({
  /** The index of the next `-----END`, if already searched. */
  nextEnd: -1,
  /** The end of the last name=value that was read; the same for names in other languages. */
  seenName: -1,
  seenLabel: -1,
  /** The end of the last unquoted value, and the number of names inside it. */
  bareEnd: -1,
  bareNames: 0,
  /** The end of the last table's rows, which are read once. */
  seenTable: -1,
  /** Additional findings of the same match, such as the cells of a table. */
  more: [] as Finding[],
  /** Words about secrets, in the text's order. */
  hints: [] as Hint[],
  /** For each rule: the end of the last text that looked like its key but was rejected. */
  refused: new Map<object, number>(),
  /** Indexes visited. Tests count them: the work must not grow faster than the text. */
  steps: 0,
});
export type Pass = ReturnType<typeof createPass>;

/** The result for most texts. Never modified. */
const NONE: Finding[] = [];

/** Most texts are short, and a buffer of their own would cost more than reading them. Nothing follows a text's last byte. */
const shared = Buffer.alloc(1 << 16);
function bytesOf(text: string): Buffer {
  if (text.length > shared.length - 3) return Buffer.from(text, "latin1");
  return shared.fill(0, shared.write(text, "latin1"), text.length + 3);
}

/** An anchor with its last character, which rules out most of the words that begin alike. */
interface Candidate {
  anchor: Anchor;
  last: number;
  code: number;
  fold: boolean;
}
const NO_CANDIDATES: readonly Candidate[] = [];

/** By a hash of three characters: the possible fourth characters, and the anchors. */
function createTables(anchors: readonly Anchor[]) {
  const fourthsAt = new Uint8Array(HASH_MASK + 1);
  const lists = new Map<number, Candidate[]>();
  const add = ([firsts = [], seconds = [], thirds = [], last = []]: number[][], own: Candidate[]) => {
    const fourths = last.reduce((bits, code) => bits | (1 << (code & FOURTH)), 0);
    for (const first of firsts)
      for (const second of seconds)
        for (const third of thirds) {
          const hash = [first, second, third].reduce(hashNext, 0);
          fourthsAt[hash] = (fourthsAt[hash] ?? 0) | fourths;
          lists.set(hash, [...new Set([...(lists.get(hash) ?? []), ...own])]);
        }
  };
  for (const anchor of anchors) {
    const last = anchor.literal.length - 1;
    const candidate = { anchor, last, code: anchor.literal.charCodeAt(last), fold: anchor.fold === true };
    add(
      [0, 1, 2, 3].map((at) => codesAt(anchor, at)),
      [candidate],
    );
  }
  add(
    [0, 1, 2, 3].map((at) => [MARKER.charCodeAt(at)]),
    [],
  );
  return { fourthsAt, lists };
}

/** The possible bytes of an anchor at one of its first positions; after its end, all bytes. */
function codesAt({ literal, fold, next }: Anchor, at: number): number[] {
  if (at === literal.length && next !== undefined)
    return [...new Set([...next].map((char) => char.charCodeAt(0) & 0xff))];
  // An ASCII literal continues in ASCII. A non-ASCII character there costs only one extra comparison.
  if (at >= literal.length) return literal.charCodeAt(0) < 128 ? ANY_BYTE.slice(0, 128) : ANY_BYTE;
  // The search sees only the lower byte of a character above 255.
  const code = literal.charCodeAt(at) & 0xff;
  return fold ? [code, code - UPPER] : [code];
}

const UPPER = 0x20;
const ANY_BYTE = Array.from({ length: 256 }, (_, byte) => byte);

const OPENS_MARKER = MARKER.charCodeAt(0);

/** The words in Pawl's own marker ("password", "private-key") are not names. */
function behindMarker(text: string, at: number): number {
  if (!text.startsWith(MARKER, at)) return at + 1;
  const last = text.length - 1;
  let end = at + MARKER.length;
  while (end < last && /[\w-]/.test(text[end] ?? "")) end++;
  return end + 1;
}

function standsAt(text: string, at: number, { literal, fold }: Anchor): boolean {
  for (let i = 0; i < literal.length; i++) {
    const code = text.charCodeAt(at + i);
    if (code !== literal.charCodeAt(i) && !(fold && (code | UPPER) === literal.charCodeAt(i))) return false;
  }
  return true;
}

/** Letters, digits and other characters that continue a word before a key's prefix. */
export function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/**
 * True if a word can begin at `at`. The letter of an escape (`\n`, `\u001b[32m`, `%3D`) precedes many keys and is not part of
 * them.
 */
export function beginsWord(text: string, at: number): boolean {
  if (at === 0 || !isWordCode(text.charCodeAt(at - 1))) return true;
  if (text.charCodeAt(at - 2) === 92) return true;
  if (text.charCodeAt(at - 3) === 37) return true;
  if (text[at - 1] !== "m") return false;
  return /\[[\d;]{0,12}m$/.test(text.slice(Math.max(0, at - 16), at));
}

/** Behind the letters of an escape or a colour: `\nPASSWORD=`, `%3DPASSWORD=`, `\u001b[32mPASSWORD=`. */
export function afterEscape(text: string, at: number): number {
  const opener = text[at - 1];
  const letters =
    opener === "\\"
      ? /^(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[a-z])/
      : opener === "%"
        ? /^[0-9A-F]{2}/i
        : opener === "[" || opener === ";"
          ? /^\d{0,3}m/
          : undefined;
  return at + (letters?.exec(text.slice(at, at + 5))?.[0].length ?? 0);
}
