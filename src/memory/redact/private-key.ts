import { distinctChars } from "./entropy.ts";
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
  /(?:(?:\\r)?\\n|\r?\n|[ \t]|["'`,+>|;]|^)*(?:\d{1,6}(?:→|\t|:|\|)[ \t]*)?(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n\\]{0,120}|[A-Za-z0-9+/]{12,}={0,2}|=[A-Za-z0-9+/]{4}(?![A-Za-z0-9+/])|[A-Za-z0-9+/]{1,11}={1,2})/y;

function endOfBody(text: string, from: number): number {
  let at = from;
  for (;;) {
    line.lastIndex = at;
    const match = line.exec(text);
    if (match === null || match[0] === "" || line.lastIndex > from + MAX_KEY) return at;
    at = line.lastIndex;
  }
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
    const bodyEnd = endOfBody(text, bodyStart);
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

/** The last lines of a key whose beginning was cut off. */
export const privateKeyTailAnchor: Anchor = {
  literal: "-----END",
  find(text, at) {
    end.lastIndex = at;
    if (end.exec(text) === null) return undefined;
    const window = text.slice(Math.max(0, at - MAX_KEY), at);
    const body =
      /(?:(?:^|\n|\\n)[^\n\\]{0,12}?[A-Za-z0-9+/]{16,}={0,2}[^\nA-Za-z0-9\\]{0,4}(?:\\r)?){1,}(?:\r?\n|\\n)?[ \t\d→|"'+>]{0,12}$/.exec(
        window,
      );
    if (body === null || !hasKeyMaterial(body[0])) return undefined;
    return { kind: "private-key", start: at - body[0].length, end: end.lastIndex };
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
