import { distinctChars } from "./providers.ts";
import type { Anchor } from "./scan.ts";
import type { Finding } from "./spans.ts";

const begin = /-----BEGIN[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/y;
const end = /-----END[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/y;
/** Longest key that is believed: an RSA 16384 bit key has 13 kB. */
const MAX_KEY = 40_000;

/**
 * One line of a key, with what tools put around lines: numbers and arrows, diff marks, quotes, commas, escaped
 * line ends. Ends where the text says something else.
 */
const line =
  /(?:\\{1,4}[rn]|\r?\n-?|<br ?\/?>|[ \t]|["'`,+>|;#*]|\/\/(?= )|^)*(?:(?:[\w.-]{1,40}[ \t]{1,4}\|[ \t]|[\w./@-]{1,160}?[:-](?=(?:\d{1,6}[:-])?[A-Za-z0-9+/=]{4,76}(?:\n|$))))?(?:\d{1,6}(?:→|\t|:|-|\|)[ \t]*)?(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n\\]{0,120}|[A-Za-z0-9+/]{12,}={0,2}|=[A-Za-z0-9+/]{4}(?![A-Za-z0-9+/])|[A-Za-z0-9+/]{1,11}={1,2})/y;

function endOfBody(text: string, from: number): number {
  let at = from;
  for (;;) {
    line.lastIndex = at;
    const match = line.exec(text);
    if (match === null || match[0] === "" || line.lastIndex > from + MAX_KEY) return at;
    at = line.lastIndex;
  }
}

const MAX_PREFIX = 120;
const keyLine = /^(?:[A-Za-z0-9+/]{1,80}={0,2}|=[A-Za-z0-9+/]{4}|[A-Z][\w-]{2,20}: [^\n]{0,120})?[ \t\r]*$/;
const shapeOf = (prefix: string) => prefix.replace(/\d/g, "0");

/**
 * Where a key ends whose lines all begin with what a log puts in front of them: a service's name, a time, a host.
 * Whatever it is, each line repeats it, but for its digits.
 */
function endOfPrefixed(text: string, begins: number, bodyStart: number): number {
  const before = text.slice(Math.max(0, begins - MAX_PREFIX), begins);
  const prefix = before.slice(before.lastIndexOf("\n") + 1);
  let end = bodyStart;
  if (prefix === "" || prefix.length === MAX_PREFIX) return end;
  const shape = shapeOf(prefix);
  let at = text.indexOf("\n", bodyStart);
  if (at === -1 || at - bodyStart > 4) return end;
  while (at !== -1 && at < bodyStart + MAX_KEY) {
    const start = at + 1 + prefix.length;
    if (shapeOf(text.slice(at + 1, start)) !== shape) break;
    const next = text.indexOf("\n", start);
    const stop = next === -1 ? text.length : next;
    if (stop - start > 160 || !keyLine.test(text.slice(start, stop))) break;
    end = stop;
    at = next;
  }
  return end;
}

const hasKeyMaterial = (body: string) => {
  const run = /[A-Za-z0-9+/]{16,}/.exec(body)?.[0] ?? "";
  return distinctChars(run.slice(0, 256)) >= 6;
};

export const privateKeyAnchor: Anchor = {
  literal: "-----BEGIN",
  find(text, at, pass): Finding | undefined {
    begin.lastIndex = at;
    const head = begin.exec(text);
    if (head === null) return undefined;
    const bodyStart = at + head[0].length;
    const bodyEnd = Math.max(endOfBody(text, bodyStart), endOfPrefixed(text, at, bodyStart));
    if (!hasKeyMaterial(text.slice(bodyStart, Math.min(bodyEnd, bodyStart + 600)))) return undefined;
    if (pass.nextEnd < bodyStart) {
      const next = text.indexOf("-----END", bodyStart);
      pass.nextEnd = next === -1 ? Number.POSITIVE_INFINITY : next;
    }
    // Lines in a form that is not known here: what the END line closes counts, unless it is far away.
    if (pass.nextEnd - bodyEnd < 4_000) {
      end.lastIndex = pass.nextEnd;
      const tail = end.exec(text);
      if (tail !== null) return { kind: "private-key", start: at, end: end.lastIndex };
    }
    return { kind: "private-key", start: at, end: bodyEnd };
  },
};

const tailLine = /^[\s\d→:|"'`,+>;]{0,16}[A-Za-z0-9+/]{16,}={0,2}[\s"'`,;\\r]{0,4}$/;
const marginLine = /^[\s\d→:|"'`,+>;]{0,16}(?:=?[A-Za-z0-9+/]{1,15}={0,2})?[\s"'`,;\\r]{0,4}$/;

/** The last lines of a key whose beginning was cut off. */
export const privateKeyTailAnchor: Anchor = {
  literal: "-----END",
  find(text, at) {
    end.lastIndex = at;
    if (end.exec(text) === null) return undefined;
    const tailEnd = end.lastIndex;
    let lowest = at;
    // No "-" stands in a key: walks from two END lines never cover the same text.
    while (lowest > 0 && at - lowest < MAX_KEY && text.charCodeAt(lowest - 1) !== 45) lowest--;
    const lines = text.slice(lowest, at).split(/(\\{1,4}n|\n)/);
    let start = at;
    let margin = 0;
    let material = "";
    for (let index = lines.length - 1; index >= 0; index--) {
      const piece = lines[index] ?? "";
      margin += piece.length;
      if (tailLine.test(piece)) {
        start -= margin;
        margin = 0;
        material = piece;
      } else if (!/^\\{0,4}\n$|^\\{1,4}n$/.test(piece) && !(material === "" && marginLine.test(piece))) break;
    }
    return hasKeyMaterial(material) ? { kind: "private-key", start, end: tailEnd } : undefined;
  },
};

const putty = /Private-Lines: \d{1,4}/y;
export const puttyAnchor: Anchor = {
  literal: "Private-Lines:",
  find(text, at) {
    putty.lastIndex = at;
    if (putty.exec(text) === null) return undefined;
    const bodyEnd = endOfBody(text, putty.lastIndex);
    return hasKeyMaterial(text.slice(putty.lastIndex, bodyEnd))
      ? { kind: "private-key", start: at, end: bodyEnd }
      : undefined;
  },
};
