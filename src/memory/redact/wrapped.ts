/** Secrets inside another encoding: base64 and percent-encoding are read, and what holds a secret goes whole. */
import type { Finding } from "./spans.ts";

type Find = (text: string) => Finding[];

const MIN_RUN = 24;
/** Longer ones are files. */
const MAX_RUN = 64_000;

const isBase64Code = (code: number) =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 43 ||
  code === 47 ||
  code === 45 ||
  code === 95;

/** Runs of base64 that decode to text. A run covers one of these places, so only they are looked at. */
function* base64Runs(text: string): Generator<[start: number, end: number]> {
  const step = MIN_RUN - 1;
  for (let at = step; at < text.length + step; at += step) {
    const place = Math.min(at, text.length - 1);
    if (!isBase64Code(text.charCodeAt(place))) continue;
    let start = place;
    const lowest = Math.max(0, at - 2 * step);
    while (start > lowest && isBase64Code(text.charCodeAt(start - 1))) start--;
    let end = place + 1;
    while (end < text.length && isBase64Code(text.charCodeAt(end))) end++;
    if (end - start >= MIN_RUN && end - start <= MAX_RUN) {
      while (end < text.length && text[end] === "=") end++;
      yield [start, end];
    }
    // The run is read once.
    if (end > at) at = end;
  }
}

const printable = /^[\t\n\r\x20-\x7e]*$/;

function decoded(run: string): string | undefined {
  // Four characters are three bytes; most runs that are no text show it there.
  const start = atobText(run.slice(0, 24));
  if (start === undefined || !printable.test(start)) return undefined;
  const whole = atobText(run);
  return whole !== undefined && printable.test(whole.slice(0, -1)) ? whole : undefined;
}

function atobText(run: string): string | undefined {
  const text = Buffer.from(run, "base64").toString("latin1");
  return text.length === 0 ? undefined : text;
}

export function findBase64(text: string, find: Find): Finding[] {
  const found: Finding[] = [];
  for (const [start, end] of base64Runs(text)) {
    const plain = decoded(text.slice(start, end));
    if (plain !== undefined && find(plain).length > 0) found.push({ kind: "secret", start, end });
  }
  return found;
}

const encodedRun = /[^\s"'<>`\\]{0,2000}%(?:25)?(?:3A|3D|22|40|26|3F|7B|2F)[^\s"'<>`\\]{0,4000}/gi;
const MENTIONS = /%(?:25)?(?:3D|22|3A)/i;

/** A URL or a form whose value is percent-encoded, once or twice: its secrets are found in what it says. */
export function findPercentEncoded(text: string, find: Find): Finding[] {
  if (!text.includes("%") || !MENTIONS.test(text)) return [];
  const found: Finding[] = [];
  for (const match of text.matchAll(encodedRun)) {
    let read = decodePercent(match[0], Array.from({ length: match[0].length + 1 }, (_, at) => at));
    for (let level = 0; level < 2; level++) {
      for (const { kind, start, end } of find(read.text)) {
        found.push({ kind, start: match.index + (read.places[start] ?? 0), end: match.index + (read.places[end] ?? match[0].length) });
      }
      if (!/%[0-9A-F]{2}/i.test(read.text)) break;
      read = decodePercent(read.text, read.places);
    }
  }
  return found;
}

/** The text behind the encoding, and for each of its characters where it stood. */
function decodePercent(text: string, places: number[]): { text: string; places: number[] } {
  let out = "";
  const kept: number[] = [];
  for (let at = 0; at < text.length; at++) {
    kept.push(places[at] ?? 0);
    const code = text[at] === "%" ? Number.parseInt(text.slice(at + 1, at + 3), 16) : Number.NaN;
    if (code >= 32 && code < 127 && /^[0-9A-F]{2}$/i.test(text.slice(at + 1, at + 3))) {
      out += String.fromCharCode(code);
      at += 2;
    } else out += text[at];
  }
  kept.push(places[text.length] ?? 0);
  return { text: out, places: kept };
}
