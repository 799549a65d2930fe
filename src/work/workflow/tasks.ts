/**
 * The checkboxes of a feature's `tasks.md`. Written as one pass over bytes: a file of 10 MB has to be read within the time
 * that a compaction may take, and one regular expression per line is five times as slow.
 */

export interface TaskList {
  total: number;
  done: number;
  /** The first open ones, those under a `Tasks` or `Stages` heading first. `total - done` is how many there are. */
  open: string[];
}

/** Open tasks whose text is kept. More are counted. */
export const KEPT_TASKS = 500;

/** `# Tasks`, `## Stages`, `## Task list`, `# Tasks: Login`, and the same in Pawl's other languages. */
const SECTION = /^(?:\d[\d.]*\s+)?(?:tasks?|stages?|任務|任务|階段|阶段|작업|단계)(?![\p{L}\p{N}])/iu;

const NEWLINE = 10;
const RETURN = 13;
const TAB = 9;
const SPACE = 32;
const HASH = 35;
const ASTERISK = 42;
const PLUS = 43;
const HYPHEN = 45;
const DOT = 46;
const GREATER = 62;
const CLOSE_PARENTHESIS = 41;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const BACKTICK = 96;
const TILDE = 126;
const UPPER_X = 88;
const LOWER_X = 120;
const LOWER_S = 115;
const LOWER_T = 116;
const LESS = 60;
const EXCLAMATION = 33;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const decoder = new TextDecoder();

/** Checkboxes in bulleted, numbered and nested lists, under any heading or none. Code and comments do not count. */
export function parseTasks(markdown: string | Uint8Array): TaskList {
  const bytes = typeof markdown === "string" ? new TextEncoder().encode(markdown) : toUtf8(markdown);
  const inSection: string[] = [];
  const elsewhere: string[] = [];
  let total = 0;
  let done = 0;
  /** Level of the `Tasks` heading that the line is under; 0 outside. */
  let section = 0;
  let fence = 0;
  let fenceLength = 0;
  let inComment = false;
  const length = bytes.length;
  const comments: Comments = { next: nextComment(bytes, 0), last: -1 };
  let start = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte) ? BYTE_ORDER_MARK.length : 0;
  while (start < length) {
    if (fence === 0 && !inComment) {
      start = afterProse(bytes, start, comments.next);
      const plain = readPlain(bytes, start, comments, section > 0 ? inSection : elsewhere);
      total += plain.total;
      done += plain.done;
      start = plain.end;
      if (start >= length) break;
    }
    let at = start;
    let byte = bytes[at];
    while (byte === SPACE || byte === TAB || byte === GREATER) byte = bytes[++at];
    const first = at;
    let box = -1;
    if (fence === 0 && !inComment) {
      if (isMark(byte)) box = boxAfter(bytes, at + 1);
      else if (isDigit(byte)) box = boxAfter(bytes, afterNumber(bytes, at));
    }
    // The rest of the line: its end, and whether a comment begins or ends in it.
    const here = box === -1 ? first : box;
    const newline = bytes.indexOf(NEWLINE, here);
    at = newline === -1 ? length : newline;
    const opened = lastComment(bytes, comments, here, at);
    const closed: number =
      inComment || opened !== -1 ? lastCommentEnd(bytes, Math.max(here, opened), at) : -1;
    const end = bytes[at - 1] === RETURN && at > first ? at - 1 : at;
    const mark = bytes[first];
    if (inComment) inComment = closed === -1 || opened > closed;
    else if (fence !== 0) {
      if (mark === fence && closes(bytes, first, end, fence, fenceLength)) fence = 0;
    } else {
      if (mark === BACKTICK || mark === TILDE) {
        const marks = run(bytes, first, mark);
        if (marks >= 3) {
          fence = mark;
          fenceLength = marks;
        }
      } else if (mark === HASH) section = sectionAfter(bytes, first, end, section);
      else if (box !== -1) {
        const text = firstText(bytes, box + 1, end);
        if (text !== end) {
          total++;
          if (bytes[box - 1] === LOWER_X || bytes[box - 1] === UPPER_X) done++;
          else {
            const list = section > 0 ? inSection : elsewhere;
            if (list.length < KEPT_TASKS) list.push(decoder.decode(bytes.subarray(text, end)).trimEnd());
          }
        }
      }
      inComment = opened > closed;
    }
    start = at + 1;
  }
  return { total, done, open: [...inSection, ...elsewhere].slice(0, KEPT_TASKS) };
}

/**
 * The lines from `start` on that are plain boxes, `- [ ] text` or `1. [x] text`, up to the first that is something else. Most of a long list
 * is such lines, and a loop this small is compiled at once: a file that is read for the first time takes half as long.
 */
function readPlain(bytes: Uint8Array, start: number, comments: Comments, open: string[]) {
  let end = start;
  let total = 0;
  let done = 0;
  for (;;) {
    let at = end;
    while (bytes[at] === SPACE || bytes[at] === TAB) at++;
    const bullet = at;
    while (isDigit(bytes[at])) at++;
    const isBullet = at === bullet ? isMark(bytes[at]) : bytes[at] === DOT;
    if (!isBullet || bytes[at + 1] !== SPACE || bytes[at + 2] !== OPEN_BRACKET) break;
    const mark = bytes[at + 3];
    const isDone = mark === LOWER_X || mark === UPPER_X;
    if (mark !== SPACE && !isDone) break;
    // A box without text is none: the other loop looks more closely.
    if (bytes[at + 4] !== CLOSE_BRACKET || bytes[at + 5] !== SPACE || !isPrintable(bytes[at + 6])) break;
    const newline = bytes.indexOf(NEWLINE, at + 6);
    if (newline === -1) break;
    if (comments.next < newline) {
      const opened = lastComment(bytes, comments, at, newline);
      if (opened !== -1 && lastCommentEnd(bytes, opened, newline) === -1) break;
    }
    total++;
    if (isDone) done++;
    else if (open.length < KEPT_TASKS) open.push(decoder.decode(bytes.subarray(at + 6, newline)).trimEnd());
    end = newline + 1;
  }
  return { end, total, done };
}

/** Behind the lines from `start` on that are empty or begin with a letter, in which no comment begins. */
function afterProse(bytes: Uint8Array, start: number, comment: number): number {
  let end = start;
  for (let byte = bytes[end]; byte === NEWLINE || isLetter(byte); byte = bytes[end]) {
    const newline = byte === NEWLINE ? end : bytes.indexOf(NEWLINE, end);
    if (newline === -1 || newline > comment) break;
    end = newline + 1;
  }
  return end;
}

/** A to z, and everything that is not ASCII. */
function isLetter(byte = 0): boolean {
  return byte >= 0x80 || ((byte | 0x20) >= 97 && (byte | 0x20) <= 122);
}

function isDigit(byte = 0): boolean {
  return byte >= 48 && byte <= 57;
}

function isMark(byte: number | undefined): boolean {
  return byte === HYPHEN || byte === ASTERISK || byte === PLUS;
}

function isPrintable(byte = 0): boolean {
  return byte > SPACE;
}

/** Comments are searched forwards only, and natively: a look at each byte of each line is slow. */
interface Comments {
  /** Where the first one begins that is not behind us; Infinity where there is none. */
  next: number;
  /** The last one behind us. */
  last: number;
}

/** Where the last comment of a line begins, -1 for none. Asked of one line after the other, of the same one twice at most. */
function lastComment(bytes: Uint8Array, comments: Comments, start: number, end: number): number {
  while (comments.next < end) {
    comments.last = comments.next;
    comments.next = nextComment(bytes, comments.next + 1);
  }
  return comments.last >= start ? comments.last : -1;
}

/** Position of the next comment's beginning; Infinity where there is none. */
function nextComment(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(LESS, start); at !== -1; at = bytes.indexOf(LESS, at + 1)) {
    if (bytes[at + 1] === EXCLAMATION && bytes[at + 2] === HYPHEN && bytes[at + 3] === HYPHEN) return at;
  }
  return Number.POSITIVE_INFINITY;
}

function lastCommentEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end - 1; at >= start + 2; at--) {
    if (bytes[at] === GREATER && bytes[at - 1] === HYPHEN && bytes[at - 2] === HYPHEN) return at;
  }
  return -1;
}

/** Position of the closing bracket of `[ ]`, `[]`, `[x]` or `[X]` behind a bullet and white space; -1 if there is none. */
function boxAfter(bytes: Uint8Array, bullet: number): number {
  let at = bullet;
  while (bytes[at] === SPACE || bytes[at] === TAB) at++;
  if (at === bullet || bytes[at] !== OPEN_BRACKET) return -1;
  const mark = bytes[at + 1];
  if (mark === CLOSE_BRACKET) return isGap(bytes[at + 2]) ? at + 1 : -1;
  const isMark = mark === SPACE || mark === TAB || mark === LOWER_X || mark === UPPER_X;
  return isMark && bytes[at + 2] === CLOSE_BRACKET && isGap(bytes[at + 3]) ? at + 2 : -1;
}

function isGap(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

/** Behind `1.`, `1)`, `1.2` or `1.2.3)`. */
function afterNumber(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let byte = bytes[at]; byte !== undefined && at - start < 20; byte = bytes[++at]) {
    if (!isDigit(byte) && byte !== DOT && byte !== CLOSE_PARENTHESIS) break;
  }
  const last = bytes[at - 1];
  const hasMark = last === DOT || last === CLOSE_PARENTHESIS || bytes.subarray(start, at).includes(DOT);
  // "2026 [x] …" is a sentence, not a list.
  return hasMark ? at : start;
}

function firstText(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
  return at;
}

function run(bytes: Uint8Array, start: number, mark: number): number {
  let at = start;
  while (bytes[at] === mark) at++;
  return at - start;
}

/** A fence ends with at least as many of its own characters, and nothing behind them. */
function closes(bytes: Uint8Array, first: number, end: number, mark: number, length: number): boolean {
  const marks = run(bytes, first, mark);
  return marks >= length && firstText(bytes, first + marks, end) === end;
}

/** A section reaches to the next heading of its own level or above. */
function sectionAfter(bytes: Uint8Array, first: number, end: number, section: number): number {
  const level = run(bytes, first, HASH);
  const text = firstText(bytes, first + level, end);
  if (level > 6 || text === first + level) return section;
  if (section > 0 && level > section) return section;
  if (!mayBeSection(bytes[text])) return 0;
  return SECTION.test(decoder.decode(bytes.subarray(text, Math.min(end, text + 200)))) ? level : 0;
}

/** What the words of `SECTION` begin with. Most headings are others, and need not become a text to be looked at. */
function mayBeSection(byte = 0): boolean {
  const letter = byte | 0x20;
  return letter === LOWER_S || letter === LOWER_T || isDigit(byte) || byte >= 0x80;
}

/** Some editors on Windows write UTF-16. */
function toUtf8(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return new TextEncoder().encode(new TextDecoder("utf-16le").decode(bytes));
  return bytes;
}
