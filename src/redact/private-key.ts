/** Private keys in PEM, OpenSSH, PGP and PuTTY form: complete, truncated at either end, or with tool output in between. */
import { distinctChars } from "./providers.ts";
import type { Anchor } from "./scan.ts";
import { execAt } from "./span.ts";
import type { Finding } from "./spans.ts";

const begin = /-----BEGIN[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----|Private-Lines: \d{1,4}/y;
const end = /-----END[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/y;
/** Maximum length of a key. An RSA key of 16384 bits has 13 kB. */
const MAX_KEY = 40_000;
/** Lines in a form that is not recognized count up to the END line, unless it is farther away. */
const MAX_UNKNOWN = 4_000;
const MAX_PREFIX = 120;

/** Text that tools add around lines: escaped line ends, diff marks, quotes, commas, file names, numbers and arrows. */
const BETWEEN = /(?:\\{1,4}[rn]|\r?\n-?|<br ?\/?>|[ \t]|["'`,+>|;#*]|\/\/(?= )|^)*/.source;
const FILE =
  /[\w.-]{1,40}[ \t]{1,4}\|[ \t]|[\w./@-]{1,160}?[:-](?=(?:\d{1,6}[:-])?[A-Za-z0-9+/=]{4,76}(?:\n|$))/.source;
const NUMBER = /(?:\d{1,6}(?:→|\t|:|-|\|)[ \t]*)?/.source;
const BODY =
  /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n\\]{0,120}|[A-Za-z0-9+/]{12,}={0,2}|=[A-Za-z0-9+/]{4}(?![A-Za-z0-9+/])|[A-Za-z0-9+/]{1,11}={1,2}/
    .source;
/** One line of a key. `prefix`: a log's prefix of each line, identical except for its digits. */
const lineWith = (prefix: string) => new RegExp(`${BETWEEN}(?:${prefix}${FILE})?${NUMBER}(?:${BODY})`, "y");
const plainLine = lineWith("");

function endOfBody(text: string, from: number, line = plainLine): number {
  let at = from;
  for (;;) {
    const match = execAt(line, text, at);
    if (match === null || match[0] === "" || line.lastIndex > from + MAX_KEY) return at;
    at = line.lastIndex;
  }
}

/** Matches the lines of a key whose first line has a prefix: a service name, a time, a host. */
function prefixedLine(text: string, at: number): RegExp {
  const before = text.slice(Math.max(0, at - MAX_PREFIX), at);
  const prefix = before.slice(before.lastIndexOf("\n") + 1);
  if (prefix === "" || prefix.length === MAX_PREFIX) return plainLine;
  return lineWith(`${prefix.replace(/[^A-Za-z0-9_ ]/g, "\\$&").replace(/\d/g, "\\d")}|`);
}

const hasKeyMaterial = (body: string) =>
  distinctChars((/[A-Za-z0-9+/]{16,}/.exec(body)?.[0] ?? "").slice(0, 256)) >= 6;

const keyFrom = (text: string, start: number, body: number, stop: number): Finding | undefined =>
  hasKeyMaterial(text.slice(body, Math.min(stop, body + 600)))
    ? { kind: "private-key", start, end: stop }
    : undefined;

/** From its first line on, even if its end was cut off. */
const heads = ["-----BEGIN", "Private-Lines:"].map(
  (literal): Anchor => ({
    literal,
    find(text, at, pass) {
      if (execAt(begin, text, at) === null) return undefined;
      const body = begin.lastIndex;
      const stop = endOfBody(text, body, prefixedLine(text, at));
      if (pass.nextEnd < body) {
        const next = text.indexOf("-----END", body);
        pass.nextEnd = next === -1 ? Number.POSITIVE_INFINITY : next;
      }
      const isClosed = pass.nextEnd - stop < MAX_UNKNOWN && execAt(end, text, pass.nextEnd) !== null;
      const key = keyFrom(text, at, body, stop);
      return key && isClosed ? { ...key, end: end.lastIndex } : key;
    },
  }),
);

/** The last lines of a key whose beginning was cut off. */
const tail: Anchor = {
  literal: "-----END",
  find(text, at) {
    if (execAt(end, text, at) === null) return undefined;
    const stop = end.lastIndex;
    // A key contains no "-", so the ranges before two END lines never overlap.
    let low = at;
    while (low > 0 && at - low < MAX_KEY && text.charCodeAt(low - 1) !== 45) low--;
    const before = text.slice(low, at);
    for (let start = 0; start < before.length; ) {
      const reached = endOfBody(before, start);
      if (margin.test(before.slice(reached))) return keyFrom(text, low + start, low + start, stop);
      lineEnd.lastIndex = reached;
      if (lineEnd.exec(before) === null) return undefined;
      start = lineEnd.lastIndex;
    }
    return undefined;
  },
};
const margin = /^[\s\d→:|"'`,+>;\\nr]{0,40}$/;
const lineEnd = /\n|\\n/g;

export const privateKeyAnchors: Anchor[] = [...heads, tail];
