/** Finds the beginning and end of a value from the text around it. */

/** The part of a value that decides; a secret is then followed to its end. */
export const MAX_VALUE = 256;
/** How far back a line is read for opening quotes and brackets. */
const MAX_BEFORE = 300;

export const execAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** A pattern of a table. `(?i:…)` around the whole of it ignores case; node 22 cannot read that itself. */
export function patternFrom(source: string, flags = ""): RegExp {
  const inner = /^\(\?i:(.*)\)$/s.exec(source)?.[1];
  return new RegExp(inner ?? source, inner === undefined || flags.includes("i") ? flags : `${flags}i`);
}

export interface Span {
  start: number;
  end: number;
  quote?: string;
}

const opening =
  /(?:[fbruNL@$]{1,2}(?=["'`]))?(?:(?:String::from|String|SecretStr|PASSWORD|Some|str|b|quote|new String|\[\]byte)\(|\{)?("""|'''|\\{0,15}["'`]|&quot;|&#34;|\\u0022|\\x22|%22|[“„「『]|«[ \u00a0\u202f]?)/y;
const closers: Readonly<Record<string, string>> = { "“": "”", "„": "“", "«": "»", "「": "」", "『": "』" };
const BLANK = /[ \u00a0\u202f]$/;

/** A value in quotes of any kind, or undefined when none opens here. */
export function quotedSpan(text: string, from: number): Span | undefined {
  const match = execAt(opening, text, from);
  const quote = match?.[1];
  if (quote === undefined) return undefined;
  const start = opening.lastIndex;
  let end = closingOf(text, start, quote, Math.min(text.length, start + MAX_VALUE));
  // French quotes have a space between the quote and the text.
  if (quote.startsWith("«") && end > start && BLANK.test(text[end - 1] ?? "")) end--;
  return { start, end, quote };
}

/** The end of a quoted value: at the quote, the line end or `limit`. */
export function closingOf(text: string, from: number, quote: string, limit: number): number {
  const sign = quote[quote.length - 1] ?? '"';
  const isPlain = /^\\*["'`]$/.test(quote);
  const closer = isPlain ? quote : (closers[quote[0] ?? ""] ?? quote);
  const depth = quote.length - 1;
  let slashes = 0;
  for (let at = from; at < limit; at++) {
    const char = text[at];
    if (char === "\n") return at;
    if (!isPlain) {
      if (text.startsWith(closer, at)) return at;
      continue;
    }
    if (char === "\\") {
      slashes++;
      continue;
    }
    if (char === sign && closesAt(text, at, sign, slashes, depth, from)) return at - depth;
    slashes = 0;
  }
  return limit;
}

/**
 * True if a quote after this many backslashes closes a string that was opened with `depth` of them. Inside, each level of
 * JSON doubles them. A shell writes `'\''`, and YAML and SQL write `''`, for a quote that does not close.
 */
function closesAt(
  text: string,
  at: number,
  sign: string,
  slashes: number,
  depth: number,
  from: number,
): boolean {
  if (depth === 0 && sign === "'") {
    if (text.startsWith("\\''", at + 1)) return false;
    if (slashes > 0 && text[at + 1] === "'" && text[at - 2] === "'") return false;
    // In the middle of a value, only a doubled quote has another one beside it.
    if (text[at + 1] === "'" && (at > from || /[^\s,;:)\]}]/.test(text[at + 2] ?? " "))) return false;
    return !(text[at - 1] === "'" && at - 1 > from && text[at - 2] !== "'");
  }
  return slashes >= depth && (slashes - depth) % (2 * (depth + 1)) === 0;
}

/** Quotes and brackets open on the line before a name: they close after the value. */
export interface Line {
  text: string;
  isInQuote: (sign: string) => boolean;
  isIn: (open: string) => boolean;
}

export function lineBefore(text: string, at: number): Line {
  const window = text.slice(Math.max(0, at - MAX_BEFORE), at);
  const before = window.slice(window.lastIndexOf("\n") + 1);
  // The apostrophe of "root's password" opens nothing.
  const countOf = (sign: string) =>
    (sign === "'" ? before.replace(apostrophe, "") : before).split(sign).length;
  return {
    text: before,
    isInQuote: (sign) => countOf(sign) % 2 === 0,
    isIn: (open) => before.includes(open),
  };
}
const apostrophe = /(?<=[A-Za-z0-9])'(?=[a-z]{1,2}(?![A-Za-z]))/g;

/** `;host=` and `,user=` in a list of fields. Behind the first one a short name is enough. */
const beginsField = (text: string, at: number, line: Line) =>
  (line.isIn("=")
    ? /^[A-Za-z_$][\w$. ]{0,40}[=:]/
    : /^(?:[A-Za-z][A-Za-z ]{3,30}|this\.[\w$.]{1,40}|_[\w$]{1,30})=/
  ).test(text.slice(at, at + 44));

const CLOSES: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** A value without quotes. `isQuery`: `&` and `#` end it. */
export function bareSpan(text: string, from: number, line: Line, isQuery: boolean): Span {
  const limit = Math.min(text.length, from + MAX_VALUE);
  let end = from;
  for (; end < limit; end++) {
    const char = text[end] ?? "";
    if (char <= " " || char === "\u007f" || char === "\u3000" || char === "\u00a0") break;
    if (endsAt(text, end, char, line, isQuery)) break;
  }
  return { start: from, end };
}

function endsAt(text: string, at: number, char: string, line: Line, isQuery: boolean): boolean {
  const next = text[at + 1] ?? "";
  switch (char) {
    case '"':
    case "'":
    case "`":
      return line.isInQuote(char);
    case "\\":
      if (/["'`]/.test(next)) return line.isInQuote(next);
      return (next === "n" || next === "r" || next === "t") && isEscaped(text, at, line);
    case ")":
    case "]":
    case "}":
      return line.isIn(CLOSES[char] ?? "");
    case "&":
      return isQuery || /^&(?:&?(?:\s|$)|(?:quot|lt|#34);)/.test(text.slice(at, at + 6));
    case "#":
      return isQuery;
    case ";":
      return isQuery || /\s/.test(next) || next === "" || beginsField(text, at + 1, line);
    case ",":
      return /\s/.test(next) || next === "" || beginsField(text, at + 1, line);
    case "|":
      return /^\|\|?(?:\s|$)/.test(text.slice(at, at + 3)) || /\|\s*$/.test(line.text);
    case "<":
      return /^<(?:\/[a-z][\w:-]{0,30}>|!--|br\b)/i.test(text.slice(at, at + 36));
    default:
      return /[」』”»，。、；）]/.test(char);
  }
}

/** Inside a JSON string, a line end is two characters. */
const isEscaped = (text: string, at: number, line: Line) =>
  line.isInQuote('"') ||
  line.isIn('\\"') ||
  line.isIn("\\n") ||
  /^\\n(?:\\n|[A-Z][A-Z0-9_]{2,40}=)/.test(text.slice(at, at + 44));

/** Includes the suffixes that languages without spaces add to a value. */
const proseEnd =
  /(?:(?<=[!-~])[\u3001-\u30ff\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef].*|[.,;:!?)\]}>*_~'"`”»]+)$/;
/** The sentence continues after the value, so its punctuation is not part of the value. */
export const withoutPunctuation = (text: string, span: Span): Span => {
  const value = text.slice(span.start, span.end).replace(proseEnd, "");
  return { ...span, end: span.start + value.replace(proseEnd, "").length };
};

/** One argument of a shell: in quotes, in quotes of a JSON string, or up to a blank. */
export function argumentAt(
  text: string,
  from: number,
  before = "",
): [start: number, end: number] | undefined {
  const open = /^\\{0,7}["']/.exec(text.slice(from, from + 8))?.[0];
  if (open !== undefined) {
    const start = from + open.length;
    const end = closingOf(text, start, open, Math.min(text.length, start + MAX_VALUE));
    return end > start ? [start, end] : undefined;
  }
  // The quote around the whole `user:password`.
  const outer = /["'](?=[^"']*$)/.exec(before)?.[0];
  if (outer !== undefined) {
    const end = closingOf(text, from, outer, Math.min(text.length, from + MAX_VALUE));
    return end > from ? [from, end] : undefined;
  }
  const bare = /^[^\s"'\\|;]{1,256}/.exec(text.slice(from, from + MAX_VALUE))?.[0] ?? "";
  return bare === "" ? undefined : [from, from + bare.length];
}

/** A quote followed by a letter closes nothing: it is part of the value. */
export const isOwnSign = (text: string, { quote, end }: Span) =>
  quote?.length === 1 && text[end] === quote && ownSign.test(text.slice(end + 1, end + 3));
const ownSign = /^(?:[\w%#^~@*&$!?+=(<{[-](?!\s)|[\w%#^~@*&$!?]$|\.[^\s\w])/;

/** Up to where the element closes. */
export function elementSpan(text: string, from: number): Span {
  if (text.startsWith("<![CDATA[", from)) {
    const close = text.indexOf("]]>", from);
    if (close !== -1 && close < from + MAX_VALUE * 2) return { start: from + 9, end: close };
  }
  const closes =
    text[from - 1] === "{" ? /(?<!\}(?:\}\})*)\}(?!\})/ : text[from - 1] === ">" ? /<\/|\n/ : /<\/|&lt;\/|\n/;
  const end = text.slice(from, from + MAX_VALUE * 2).search(closes);
  return { start: from, end: end === -1 ? from : from + end };
}
