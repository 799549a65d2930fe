/**
 * Regular expressions that cannot run away: all alternatives are followed at once (Thompson's construction), so the time grows
 * with pattern × text and never with 2^text. Back references and lookaround need more than that and are refused.
 */
import { toMessage } from "../platform/errors.ts";

export class BadRegex extends Error {
  override readonly name = "BadRegex";
}

const LIMITS = {
  source: 1000,
  steps: 5000,
  /** Steps followed in one match, about 0.1 s. Past it the match is in doubt. */
  work: 5_000_000,
  /** Maximum characters of a match: `a.*` would cover whole texts. */
  match: 4096,
  depth: 50,
  repeat: 1000,
};
const FLAGS = /^[ismu]*$/;
/** Plain words and `|`: the built-in engine has nothing to try again. */
const PLAIN = /^[\w|:\- ]*$/;

type Neighbour = string | undefined;

type Step =
  | { kind: "char"; test: (char: string) => boolean; next: number }
  | { kind: "split"; next: number; other: number }
  | { kind: "assert"; holds: (before: Neighbour, after: Neighbour) => boolean; next: number }
  | { kind: "match" };

interface RegexOptions {
  /** The answer where a text takes too long to judge: in a negated condition of a gate it is no. */
  doubt?: boolean;
  maxSource?: number;
}

/** Found somewhere in the text. Throws `BadRegex`. */
export function compileRegex(
  source: string,
  flags = "",
  { doubt = true, maxSource = LIMITS.source }: RegexOptions = {},
): (text: string) => boolean {
  if (source.length > maxSource) throw new BadRegex(`It is longer than ${maxSource} characters`);
  if (!FLAGS.test(flags)) throw new BadRegex(`Only the flags i, s, m and u are supported, not "${flags}"`);
  const mode = toMode(source, flags);
  if (PLAIN.test(source)) {
    const plain = new RegExp(source, flags);
    return (text) => plain.test(text);
  }
  const steps = compileSteps(source, mode);
  return (text) => {
    const found = search(steps, text, 0, { isTest: true });
    return found !== undefined && ("doubt" in found ? doubt : true);
  };
}

type FindMatch = (text: string, from: number) => Found | undefined;

/** Finds the matches. In doubt, all following text counts as a match and is hidden. Throws `BadRegex`. */
export function compileFinder(source: string, flags = ""): FindMatch {
  if (source === "" || source.length > LIMITS.source)
    throw new BadRegex(`It must have 1 to ${LIMITS.source} characters`);
  const steps = compileSteps(source, toMode(source, flags));
  return (text, from) => {
    const found = search(steps, text, from, { maxMatch: LIMITS.match });
    return found !== undefined && "doubt" in found ? { start: found.doubt, end: text.length } : found;
  };
}

/**
 * By whole characters (`u`) where the pattern allows it, so that `.` is one emoji and not half of it; `\-` and the
 * like, which people write out of habit, are only allowed without.
 */
function toMode(source: string, flags: string): string {
  const unicode = flags.includes("u") ? flags : `${flags}u`;
  for (const mode of [unicode, flags]) {
    try {
      new RegExp(source, mode);
      return mode;
    } catch (cause) {
      if (mode === flags) throw new BadRegex(toMessage(cause), { cause });
    }
  }
  return flags;
}

/** Adds the steps that match a part and continue at `next`; returns where the part begins. */
type Emit = (next: number) => number;

/**
 * Compiles a regular expression that `new RegExp` accepts. Single-character parts (`[a-z]`, `\d`, `.`, `\p{L}`) stay text,
 * because the language's own engine judges single characters. The last step is the start of the expression.
 */
function compileSteps(source: string, flags: string): Step[] {
  const steps: Step[] = [{ kind: "match" }];
  let at = 0;

  function add(step: Step): number {
    if (steps.length >= LIMITS.steps) throw new BadRegex("It is too large");
    return steps.push(step) - 1;
  }

  function choice(depth: number): Emit {
    if (depth > LIMITS.depth) throw new BadRegex("It is nested too deeply");
    const parts = [sequence(depth)];
    while (source[at] === "|") {
      at++;
      parts.push(sequence(depth));
    }
    return (next) =>
      parts
        .map((part) => part(next))
        .reduceRight((other, first) => add({ kind: "split", next: first, other }));
  }

  function sequence(depth: number): Emit {
    const parts: Emit[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") parts.push(repeated(atom(depth)));
    return (next) => parts.reduceRight((after, part) => part(after), next);
  }

  function repeated(part: Emit): Emit {
    const found = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(source.slice(at, at + 24));
    if (found === null) return part;
    at += found[0].length;
    const [, sign, from, more, to] = found;
    const min = sign === undefined ? Number(from) : sign === "+" ? 1 : 0;
    const bound = sign === undefined ? (more === undefined ? min : to) : sign === "?" ? 1 : undefined;
    const max = bound === undefined || bound === "" ? Number.POSITIVE_INFINITY : Number(bound);
    if (min > LIMITS.repeat || (max !== Number.POSITIVE_INFINITY && max > LIMITS.repeat))
      throw new BadRegex(`It repeats something more than ${LIMITS.repeat} times`);
    return (next) => {
      let start = next;
      if (max === Number.POSITIVE_INFINITY) {
        start = add({ kind: "split", next, other: next });
        steps[start] = { kind: "split", next: part(start), other: next };
      } else for (let i = min; i < max; i++) start = add({ kind: "split", next: part(start), other: next });
      for (let i = 0; i < min; i++) start = part(start);
      return start;
    };
  }

  function atom(depth: number): Emit {
    const rest = source.slice(at);
    if (rest.startsWith("(")) {
      const head = /^\((?:\?:|\?<[A-Za-z_$][\w$]*>|(?!\?))/.exec(rest)?.[0];
      if (head === undefined) throw new BadRegex("Lookahead, lookbehind and inline flags are not supported");
      at += head.length;
      const inner = choice(depth + 1);
      at++;
      return inner;
    }
    const sign = /^(?:\^|\$|\\[bB])/.exec(rest)?.[0];
    if (sign !== undefined) {
      at += sign.length;
      const holds = toAssertion(sign, flags);
      return (next) => add({ kind: "assert", holds, next });
    }
    if (/^\\[1-9k]/.test(rest)) throw new BadRegex("Back references are not supported");
    const one = ONE_CHARACTER.exec(rest)?.[0] ?? "";
    at += one.length;
    const test = toCharTest(one, flags);
    return (next) => add({ kind: "char", test, next });
  }

  const start = choice(0)(0);
  add({ kind: "split", next: start, other: start });
  return steps;
}

/** A class, an escape, or a whole character. */
const ONE_CHARACTER =
  /^(?:\[(?:[^\\\]]|\\[\s\S])*\]|\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[\s\S])|[\s\S])/u;

function toCharTest(source: string, flags: string): (char: string) => boolean {
  if (!flags.includes("i") && /^[\w \-/:;,"'@#%&=<>~`!]$/.test(source)) return (char) => char === source;
  const one = new RegExp(`^${source}$`, flags.replace("m", ""));
  const known = new Map<string, boolean>();
  return (char) => {
    let answer = known.get(char);
    if (answer === undefined) {
      answer = one.test(char);
      if (known.size < 256) known.set(char, answer);
    }
    return answer;
  };
}

function toAssertion(sign: string, flags: string): (before: Neighbour, after: Neighbour) => boolean {
  const isBreak = (char: Neighbour) =>
    char === undefined || (flags.includes("m") && /[\n\r\u2028\u2029]/.test(char));
  const isWord = (char: Neighbour) => char !== undefined && /^\w$/.test(char);
  if (sign === "^") return (before) => isBreak(before);
  if (sign === "$") return (_, after) => isBreak(after);
  return (before, after) => (isWord(before) !== isWord(after)) === (sign === "\\b");
}

interface Found {
  start: number;
  end: number;
}

interface SearchOptions {
  /** Only tests for a match: the first end of a match is enough. */
  isTest?: boolean;
  maxMatch?: number;
}

/** The first match from `from` on, and the longest of those that begin there; `doubt` where it takes too long. */
function search(
  steps: readonly Step[],
  text: string,
  from: number,
  { isTest = false, maxMatch = Number.POSITIVE_INFINITY }: SearchOptions,
): Found | { doubt: number } | undefined {
  const first = steps.length - 1;
  // Which offset a step was last reached at: each is followed once per character.
  const seen = new Int32Array(steps.length).fill(-1);
  let threads: { at: number; start: number }[] = [];
  let best: Found | undefined;
  let work = 0;
  let before = from === 0 ? undefined : [...text.slice(Math.max(0, from - 2), from)].at(-1);

  for (let offset = from; offset <= text.length; ) {
    const code = text.codePointAt(offset);
    const char = code === undefined ? undefined : String.fromCodePoint(code);
    const next: typeof threads = [];
    /** Follows everything that takes no character. Threads come in the order of their start: the earliest one wins. */
    const follow = (entry: number, start: number) => {
      const open = [entry];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (seen[at] === offset) continue;
        seen[at] = offset;
        work++;
        const step = steps[at];
        if (step?.kind === "match") {
          if (best === undefined || start < best.start || (start === best.start && offset > best.end))
            best = { start, end: offset };
        } else if (step?.kind === "char") next.push({ at, start });
        else if (step?.kind === "split") open.push(step.other, step.next);
        else if (step?.kind === "assert" && step.holds(before, char)) open.push(step.next);
      }
    };
    for (const { at, start } of threads) follow(at, start);
    if (best === undefined) follow(first, offset);
    if (isTest && best !== undefined) return best;
    if (work > LIMITS.work) return { doubt: best?.start ?? offset };
    if (char === undefined) break;
    const limit = best?.start ?? Number.POSITIVE_INFINITY;
    threads = [];
    for (const { at, start } of next) {
      const step = steps[at];
      if (start > limit || offset - start >= maxMatch || step?.kind !== "char" || !step.test(char)) continue;
      threads.push({ at: step.next, start });
    }
    if (best !== undefined && threads.length === 0) break;
    before = char;
    offset += char.length;
  }
  return best;
}
