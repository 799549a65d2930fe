import { type Finding, MARKER } from "./spans.ts";

/** Called where its literal stands; answers what it found there. */
export interface Anchor {
  /** At least two ASCII characters; compared without case when `fold`, then letters only. */
  literal: string;
  fold?: boolean;
  find(text: string, at: number, pass: Pass): Finding | undefined;
}

/** What handlers remember within one text, so that no stretch is searched twice. */
export interface Pass {
  /** Where the next `-----END` stands, if already looked up. */
  nextEnd: number;
  /** Where the last name=value that was looked at ends. */
  seenName: number;
}

const ASCII = 128;
const UPPER = 0x20;

/**
 * One pass over the text for all anchors: two characters choose a bucket, so a text without secrets costs
 * little more than reading it, however many rules there are.
 */
export function createScanner(anchors: Anchor[]): (text: string) => Finding[] {
  const buckets: Anchor[][] = [];
  const bucketOf = new Uint8Array(ASCII * ASCII);
  /** By bucket: which third characters any of its anchors goes on with. */
  const thirds: Uint8Array[] = [];
  const add = (first: number, second: number, anchor: Anchor) => {
    const key = first * ASCII + second;
    const known = bucketOf[key] ?? 0;
    if (known !== 0) {
      const bucket = buckets[known - 1];
      if (bucket?.includes(anchor) === false) bucket.push(anchor);
      return;
    }
    buckets.push([anchor]);
    bucketOf[key] = buckets.length;
  };
  for (const anchor of anchors) {
    const first = anchor.literal.charCodeAt(0);
    const second = anchor.literal.charCodeAt(1);
    if (!anchor.fold) add(first, second, anchor);
    else for (const a of [first, first - UPPER]) for (const b of [second, second - UPPER]) add(a, b, anchor);
  }
  for (const bucket of buckets) thirds.push(thirdsOf(bucket));
  if (buckets.length > 255) throw new RangeError("more anchor buckets than a byte can name");

  return (text) => {
    const found: Finding[] = [];
    const pass: Pass = { nextEnd: -1, seenName: -1 };
    const last = text.length - 1;
    let code = last >= 0 ? text.charCodeAt(0) : 0;
    for (let at = 0; at < last; at++) {
      const next = text.charCodeAt(at + 1);
      // A marker's own words ("password", "private-key") name nothing.
      if (code === 91 && next === 114 && text.startsWith(MARKER, at)) {
        at += MARKER.length;
        while (at < last && /[\w-]/.test(text[at] ?? "")) at++;
        code = text.charCodeAt(at + 1);
        continue;
      }
      const bucket = code < ASCII && next < ASCII ? bucketOf[code * ASCII + next] : 0;
      code = next;
      if (bucket === 0 || bucket === undefined) continue;
      // Most pairs of letters begin many words: the third one rules nearly all of them out.
      if (thirds[bucket - 1]?.[text.charCodeAt(at + 2) & 127] === 0) continue;
      for (const anchor of buckets[bucket - 1] ?? []) {
        if (!standsAt(text, at, anchor)) continue;
        const finding = anchor.find(text, at, pass);
        if (finding === undefined || finding.end <= finding.start) continue;
        found.push(finding);
        if (finding.end > at + 1 && finding.start <= at) {
          at = finding.end - 1;
          code = text.charCodeAt(at + 1);
          break;
        }
      }
    }
    return found;
  };
}

/** By the lowest seven bits: what is beyond ASCII is looked at once too often, never too seldom. */
function thirdsOf(bucket: readonly Anchor[]): Uint8Array {
  const found = new Uint8Array(ASCII);
  for (const { literal, fold } of bucket) {
    if (literal.length < 3) return found.fill(1);
    const third = literal.charCodeAt(2);
    found[third] = 1;
    if (fold) found[third - UPPER] = 1;
  }
  return found;
}

function standsAt(text: string, at: number, anchor: Anchor): boolean {
  const { literal } = anchor;
  if (!anchor.fold) return text.startsWith(literal, at);
  for (let i = 2; i < literal.length; i++) {
    if ((text.charCodeAt(at + i) | UPPER) !== literal.charCodeAt(i)) return false;
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
