import { findAuthorization, findCookie } from "./headers.ts";
import { foreignEnd, foreignJoin, foreignLabels } from "./labels.ts";
import { classifyName, isEnvName, type NameClass } from "./names.ts";
import { findLiteral, findNearby } from "./nearby.ts";
import { type Anchor, isWordCode, type Pass } from "./scan.ts";
import { type Name, type Separation, separationOf } from "./separator.ts";
import type { Finding } from "./spans.ts";
import { findTable } from "./tables.ts";
import {
  bareSpan,
  closingOf,
  execAt,
  type Line,
  lineBefore,
  MAX_VALUE,
  quotedSpan,
  type Span,
  withoutPunctuation,
} from "./value-span.ts";
import { isSecretValue, isStrong, type Written } from "./values.ts";

const MAX_NAME = 64;
const isNameCode = (code: number) => isWordCode(code) || code === 95 || code === 45 || code === 46;

function nameAround(text: string, at: number): Name {
  let start = at;
  const lowest = Math.max(0, at - MAX_NAME);
  while (start > lowest && isNameCode(text.charCodeAt(start - 1))) start--;
  // The letter of an escape is not the name's: `\nPASSWORD=`.
  if (start > 0 && text.charCodeAt(start - 1) === 92 && start < at) start += escapeLength(text, start);
  if (text[start - 1] === "%" && /^[0-9A-F]{2}/i.test(text.slice(start, start + 2)) && start + 2 <= at)
    start += 2;
  // Nor is the end of a colour code: `\u001b[32mPASSWORD=`.
  const colour = /^\d{0,3}m/.exec(text.slice(start, at))?.[0];
  if (
    colour !== undefined &&
    /(?:\p{Cc}|u001b|x1b|033)\[[\d;]{0,12}$/u.test(text.slice(Math.max(0, start - 20), start))
  )
    start += colour.length;
  let end = at;
  const highest = Math.min(text.length, at + MAX_NAME);
  while (end < highest && isNameCode(text.charCodeAt(end))) end++;
  const method = /\.(?:equals|type|fill|sendKeys|send_keys|setValue|set_value|eq|freeze)$/.exec(
    text.slice(start, end),
  )?.[0];
  if (method !== undefined) end -= method.length;
  while (end > at && (text[end - 1] === "." || (text[end - 1] === "-" && text[end] === ">"))) end--;
  return { text: text.slice(start, end), start, end };
}

const escapeLength = (text: string, start: number) =>
  /^(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})/.exec(text.slice(start, start + 5))?.[0].length ?? 1;

function find(text: string, at: number, pass: Pass): Finding | undefined {
  if (at < pass.seenName) return undefined;
  const name = nameAround(text, at);
  pass.seenName = name.end;
  pass.steps += name.end - name.start;
  // Most names stand in code or in a sentence and are followed by what cannot lead to a value.
  const next = text.charCodeAt(name.end);
  if (NO_VALUE.has(next)) return undefined;
  const nameClass = classifyName(name.text) ?? twoWordClass(text, name) ?? fieldClass(text, name);
  if (nameClass === undefined) return undefined;
  const direct =
    next === SPACE && isSentence(text, name.end) ? undefined : findValue(text, name, nameClass, pass);
  const finding =
    direct ??
    (isWord(text, name, nameClass) ? findNearby(text, name, nameClass, pass) : undefined) ??
    findLiteral(text, name, nameClass, pass);
  // A value that holds more names is read once; providers' formats in it are still looked for.
  if (finding !== undefined) pass.seenName = Math.max(finding.end, name.end);
  return finding;
}

/** A word of a sentence, not a name of code. */
const isWord = (text: string, name: Name, nameClass: NameClass) =>
  (nameClass === "password" || nameClass === "secret" || nameClass === "token") &&
  /^(?!pass$)[A-Za-z]+(?:[-_][A-Za-z]+)?$/i.test(name.text) &&
  /[\s"'`(*_>]/.test(text[name.start - 1] ?? " ") &&
  /[\s:,.?)'’*`"]/.test(text[name.end] ?? " ");

/** `/`, `}`, `+`, `!`, `@`, `$`, `#`, and the end of a text. */
const NO_VALUE: ReadonlySet<number> = new Set([..."/}+!@$#^~"].map((char) => char.charCodeAt(0)));

const SPACE = 32;
const wordAhead = /[ \t]{1,4}([a-z]+)[,.;:)]?[ \t\n]/y;
const JOINS: ReadonlySet<string> = new Set(
  "is was are for of on in from to with as ist lautet es est string has will value default set f\u00fcr para de pour".split(
    " ",
  ),
);

/** A plain word follows that leads to no value: nearly every time a sentence speaks of keys and tokens. */
function isSentence(text: string, at: number): boolean {
  wordAhead.lastIndex = at;
  const word = wordAhead.exec(text)?.[1];
  // Four letters may be the first group of an app password.
  return (
    word !== undefined && !JOINS.has(word) && !(word.length === 4 && appGroups.test(text.slice(at, at + 24)))
  );
}

const appGroups = /^ [a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4}/;

const wordsBefore = /(?:([A-Za-z]{2,20})[ -])?([A-Za-z]{2,20})[ -]$/;

/** "API key", "secret access key": a name of two or three words. */
function twoWordClass(text: string, name: Name): NameClass {
  if (name.text.length > 6 || !/^(?:keys?|tokens?|secret|pass|code|phrase)$/i.test(name.text))
    return undefined;
  const first = text[name.start - 1];
  // "key" alone names a secret only in a sentence.
  if (first === "?" || first === "&") return /^key$/i.test(name.text) ? "key" : undefined;
  if (first !== " " && first !== "-") return undefined;
  const before = wordsBefore.exec(text.slice(Math.max(0, name.start - 44), name.start));
  if (before === null) return undefined;
  const whole = [before[1], before[2], name.text.replace(/s$/i, "")].filter((word) => word !== undefined);
  return classifyName(whole.join("_").toLowerCase()) ?? (/^keys?$/i.test(name.text) ? "key" : undefined);
}

/** `UID=sa;PWD=…`: among the fields of a connection it is no folder. */
const fieldClass = (text: string, name: Name): NameClass =>
  name.text === "PWD" && text[name.start - 1] === ";" && text[name.end] === "=" ? "password" : undefined;

/** `pwd` is a folder more often than a password. */
const isFolderName = (name: string) => /^-*pwd$/i.test(name);

function findValue(text: string, name: Name, nameClass: NameClass, pass: Pass): Finding | undefined {
  const found = separationOf(text, name, nameClass);
  if (found === undefined) {
    const before = valueBefore(text, name, nameClass);
    if (before !== undefined) return before;
    if (
      nameClass !== "key" &&
      name.start >= pass.seenTable &&
      CELL_END.test(text.slice(name.end, name.end + 2))
    )
      findTable(text, name, pass);
    return undefined;
  }
  pass.steps += found.from - name.end;
  if (nameClass === "authorization") return findAuthorization(text, found.from);
  if (nameClass === "cookie") return findCookie(text, found.from);
  const finding = valueAt(text, name, nameClass, found, pass);
  // Beside the name stands no value: the cell may be the head of a column.
  if (finding === undefined && found.form === "cell" && name.start >= pass.seenTable) findTable(text, name, pass);
  return finding;
}

const CELL_END = /^(?:[|,;\t\r\n"`*)]| +\|?| ?$)/;

function valueAt(
  text: string,
  name: Name,
  nameClass: NameClass,
  found: Separation,
  pass: Pass,
): Finding | undefined {
  const { from, form } = found;
  const quoted = form === "element" ? undefined : quotedSpan(text, from);
  // A quote with a letter behind it closes nothing: it is one of the value's own signs.
  if (quoted?.quote !== undefined && !isOwnSign(text, quoted)) {
    const isEnv = isEnvName(name.text) && found.sign === "=";
    const isSpoken = form === "prose" || form === "said" || form === "cell" || /^"?pass$/i.test(name.text);
    const written: Written = form === "literal" || isEnv ? "literal" : isSpoken ? "said" : "quoted";
    if (isFolderName(name.text) && !isStrong(text.slice(quoted.start, quoted.end))) return undefined;
    const finding = findingOf(text, quoted, nameClass, written);
    // A plan of changes shows the old value and the new one.
    const next = execAt(changed, text, quoted.end) === null ? undefined : quotedSpan(text, changed.lastIndex);
    const change = next === undefined ? undefined : findingOf(text, next, nameClass, written);
    if (change !== undefined) pass.more.push(change);
    if (finding !== undefined && quoted.end - quoted.start >= MAX_VALUE)
      finding.end = closingOf(text, quoted.end, quoted.quote, text.length);
    return finding;
  }
  if (form === "call") return undefined;
  const line = lineBefore(text, name.start);
  const isQuery =
    form === "literal" && /[?&;]$/.test(line.text) && found.sign === "=" && !/[;]$/.test(line.text);
  let span = form === "element" ? elementSpan(text, from) : bareSpan(text, from, line, isQuery);
  if (span.end <= span.start || isCrowded(name, span, pass)) return undefined;
  // ODBC writes a value with signs in braces.
  if (text[span.start] === "{" && line.text.endsWith(";")) {
    const close = text.indexOf("}", span.start);
    if (close !== -1 && close < span.start + MAX_VALUE) span = { start: span.start + 1, end: close };
  }
  const written = writtenOf(text, name, nameClass, found, span, line, isQuery);
  if (written === undefined) return undefined;
  if (written === "prose" || written === "said") span = withoutPunctuation(text, span);
  else if (written === "line" || written === "entry" || written === "bare") span = withoutTrailing(text, span);
  if (isFolderName(name.text) && (form !== "literal" || !/[;?&,"']\s*$/.test(line.text))) {
    if (!isStrong(text.slice(span.start, span.end)) || found.sign === "=" || text[span.start] === "/")
      return undefined;
  }
  const wide = widen(
    text,
    span,
    nameClass,
    written === "bare" && /phrase$/i.test(name.text) ? "line" : written,
  );
  const finding =
    findingOf(text, wide, nameClass, wide === span ? written : "line") ??
    (wide === span ? undefined : findingOf(text, span, nameClass, written));
  if (finding === undefined) return undefined;
  if (span.end - span.start >= MAX_VALUE) {
    let more = bareSpan(text, finding.end, line, isQuery);
    while (more.end > more.start) {
      finding.end = more.end;
      more = bareSpan(text, finding.end, line, isQuery);
    }
  }
  return finding;
}

const changed = /["'][ \t]{1,4}(?:->|→|=>)[ \t]{1,4}(?=["'])/y;

/** So many names inside one value without a blank. More are no text that anyone wrote, and each would be read to its end. */
const MOST_NAMES = 8;

function isCrowded(name: Name, span: Span, pass: Pass): boolean {
  if (name.start >= pass.bareEnd) pass.bareNames = 0;
  pass.bareEnd = Math.max(pass.bareEnd, span.end);
  pass.steps += span.end - span.start;
  return ++pass.bareNames > MOST_NAMES;
}

const isOwnSign = (text: string, { quote, end }: Span) =>
  quote?.length === 1 && text[end] === quote && /[\w%#^~@]/.test(text[end + 1] ?? "");

function elementSpan(text: string, from: number): Span {
  const end = text.slice(from, from + MAX_VALUE * 2).search(/<\/|&lt;\/|\n/);
  return { start: from, end: end === -1 ? from : from + end };
}

const withoutTrailing = (text: string, span: Span): Span => {
  const signs = /[,;]+$|(?<=[\w"'])[.:]$/.exec(text.slice(span.start, span.end))?.[0].length ?? 0;
  return { ...span, end: span.end - signs };
};

/** How sure it is that a value without quotes is one; undefined where it cannot be. */
function writtenOf(
  text: string,
  name: Name,
  nameClass: NameClass,
  { form, sign }: Separation,
  span: Span,
  line: Line,
  isQuery: boolean,
): Written | undefined {
  if (isQuery) return "query";
  if (form === "element" || form === "literal") return "literal";
  if (form === "prose") return "prose";
  if (form === "said" || form === "cell") return "said";
  // "PASS: TestLogin" is a verdict.
  if (/^-*PASS$/.test(name.text) && sign !== "=") return undefined;
  if (sign === "==") return undefined;
  const isEnv = sign === "=" && isEnvName(name.text) && span.start === name.end + 1;
  if (isEnv) return "literal";
  const rest = text.slice(span.end, span.end + 2);
  const endsLine = /^(?:[\r\n]|[ \t]*$|\\[nr]|"|$|[,;][\r\n]|,?$)/.test(rest) || span.end >= text.length;
  const beginsLine =
    /^[\s>+\-*|\d→:#]*(?:(?:export|set|let|final|var|val|const)\s+)?(?:\S{1,120}:\d{1,6}[:-]\s*)?$/.test(
      line.text,
    );
  if (endsLine && beginsLine && isEntry(text, name, nameClass, span)) return "entry";
  if (endsLine && (beginsLine || nameClass === "password")) return "line";
  return sign === ":" && /^(?:pw|pass|passwords?|passwd)$/i.test(name.text) ? "said" : "bare";
}

/** A name of several words and a value with nothing behind it: configuration, not code. */
const isEntry = (text: string, name: Name, nameClass: NameClass, span: Span) =>
  nameClass === "password" &&
  /^[a-z][a-z0-9]*(?:[_.-][a-z0-9]+)+$/i.test(name.text) &&
  !/[,;)"']/.test(text[span.end - 1] ?? "") &&
  !/[,;)"']/.test(text[span.end] ?? "");

const commandWord = /^[ \t]+(?:[a-z][a-z0-9_.-]*(?=[ \t\n]|$)|[-./~$&|;#<>("'[]|[A-Z_]+=)/;

/** A password with a blank in it, where the line has nothing else; an app password in four groups. */
function widen(text: string, span: Span, nameClass: NameClass, written: Written): Span {
  if (nameClass !== "password" && nameClass !== "secret") return span;
  const rest = text.slice(span.start, span.start + 160);
  const groups = /^[a-z]{4}(?: [a-z]{4}){3}(?![a-z0-9-])(?! [a-z])/.exec(rest)?.[0];
  if (groups !== undefined) return { start: span.start, end: span.start + groups.length };
  if (written === "bare" && nameClass === "password") {
    const words = /^[a-z]{3,11}(?: [a-z]{3,12}){3,9}[ \t]*(?=\n|$)/.exec(rest)?.[0];
    if (words !== undefined) return { start: span.start, end: span.start + words.trimEnd().length };
  }
  if (written !== "literal" && written !== "line" && written !== "entry") return span;
  const tail = /^[^\r\n]{1,80}/.exec(text.slice(span.end, span.end + 80))?.[0] ?? "";
  if (written === "line" || written === "entry" || text[span.end] !== " " || commandWord.test(tail)) {
    const phrase = /^[a-z]{3,11}(?: [a-z]{2,12}){3,9}[ \t]*(?=\n|$)/.exec(rest)?.[0];
    return phrase === undefined || written === "literal"
      ? span
      : { start: span.start, end: span.start + phrase.trimEnd().length };
  }
  const word = /^ [^\s]{1,40}(?=\s*(?:\n|$))/.exec(tail)?.[0];
  return word === undefined || !/[^\w.-]|\d/.test(word.slice(1))
    ? span
    : { start: span.start, end: span.end + word.length };
}

function findingOf(
  text: string,
  { start, end }: Span,
  name: NameClass,
  written: Written,
): Finding | undefined {
  if (end <= start) return undefined;
  if (!isSecretValue(text.slice(start, end), name, written)) return undefined;
  return { kind: name === "password" ? "password" : "secret", start, end };
}

const asThe = /([^\s"'`]{12,200})["'`]?[ ]as (?:the |my |your |an? |its |our )(?:[A-Za-z]{2,12}[ -]){0,2}$/;

/** "use X as the API key" */
function valueBefore(text: string, name: Name, nameClass: NameClass): Finding | undefined {
  if (text[name.start - 1] !== " ") return undefined;
  if (!text.slice(Math.max(0, name.start - 40), name.start).includes(" as ")) return undefined;
  const before = text.slice(Math.max(0, name.start - 240), name.start);
  const match = asThe.exec(before);
  const value = match?.[1];
  if (match === null || value === undefined || !isSecretValue(value, nameClass, "prose")) return undefined;
  const start = name.start - before.length + match.index;
  return { kind: nameClass === "password" ? "password" : "secret", start, end: start + value.length };
}

const LITERALS =
  "pass pwd pw secret token key auth cred jwt cookie sig psk bearer senha mdp kennwort bindpw rootpw rasena p12 pfx pkcs12".split(
    " ",
  );

export const pairAnchors: Anchor[] = LITERALS.map((literal): Anchor => ({ literal, fold: true, find }));

/** The rest of the word; of a variable, also the words behind it: `CLAVE_API_PROD`. */
const moreLetters = /[\p{Script=Latin}\p{Script=Cyrillic}]{0,14}(?:_\w{1,40})?/uy;
const isLetter = /[\p{Script=Latin}\p{Script=Cyrillic}]/u;

/** The same in other languages: the label is found as it is written, and what follows it is read as in a sentence. */
export const foreignAnchors: Anchor[] = foreignLabels.map(({ literal, nameClass, fold }) => {
  const signs = /[:=\s]*[:=는]$/.exec(literal)?.[0].length ?? 0;
  const isWord = isLetter.test(literal[0] ?? "");
  return {
    literal,
    fold,
    find(text, at, pass) {
      pass.steps += literal.length;
      if (at < pass.seenName || (isWord && at > 0 && isPartOfWord(text, at))) return undefined;
      let end = at + literal.length - signs;
      if (isWord && execAt(moreLetters, text, end) !== null) end = moreLetters.lastIndex;
      pass.seenName = end;
      const name = { text: literal, start: at, end };
      if (execAt(foreignJoin, text, end) !== null) {
        const from = foreignJoin.lastIndex;
        const quoted = quotedSpan(text, from);
        const span = quoted ?? bareSpan(text, from, lineBefore(text, at), false);
        const asked = quoted === undefined ? withoutPunctuation(text, withoutEnding(text, span)) : span;
        const found = findingOf(text, asked, nameClass, "said");
        if (found !== undefined) return found;
      }
      if (name.start >= pass.seenTable && CELL_END.test(text.slice(end, end + 2))) findTable(text, name, pass);
      return findNearby(text, name, nameClass, pass);
    },
  };
});

/** `Datenbankschlüssel` is a key, `encodeclave` is none: a compound is German, and its letters are all small. */
const isPartOfWord = (text: string, at: number) =>
  isLetter.test(text[at - 1] ?? "") && !/^schlüssel/i.test(text.slice(at, at + 9));

function withoutEnding(text: string, span: Span): Span {
  const value = text.slice(span.start, span.end);
  const cut = value.search(/(?<=[!-~])(?:で|입|이|예|に|と|を|로|으|인|，|。|、)/);
  return cut === -1 || !(foreignEnd.test(value.slice(cut)) || /^[，。、]/.test(value.slice(cut)))
    ? span
    : { ...span, end: span.start + cut };
}
