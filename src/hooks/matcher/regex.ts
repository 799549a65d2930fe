/**
 * Regular expressions that cannot run away: whether a text matches is found by following all alternatives at once
 * (Thompson's construction), so the time grows with pattern × text and never with 2^text. Only "does it match" is
 * asked, no groups, which is why this is small.
 */
import { toMessage } from "../../platform/errors.ts";
import type { TextTest } from "./glob.ts";
import { BadRegex, parseRegex, type Regex } from "./regex-parse.ts";

const MAX_SOURCE = 1000;
const MAX_STEPS = 5000;
/** Steps followed in one match, about 0.1 s. Past it the match is in doubt. */
const MAX_WORK = 5_000_000;
const FLAGS = /^[ismu]*$/;
/** Plain words and `|`: the built-in engine has nothing to try again. */
const PLAIN = /^[\w|:\- ]*$/;

type Step =
  | { kind: "char"; test: (char: string) => boolean; next: number }
  | { kind: "split"; next: number; other: number }
  | {
      kind: "assert";
      holds: (before: string | undefined, after: string | undefined) => boolean;
      next: number;
    }
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
  { doubt = true, maxSource = MAX_SOURCE }: RegexOptions = {},
): TextTest {
  if (source.length > maxSource) throw new BadRegex(`It is longer than ${maxSource} characters`);
  if (!FLAGS.test(flags)) throw new BadRegex(`Only the flags i, s, m and u are supported, not "${flags}"`);
  const mode = toMode(source, flags);
  if (PLAIN.test(source)) {
    const plain = new RegExp(source, flags);
    return (text) => plain.test(text);
  }
  const steps = compileSteps(parseRegex(source), mode);
  return (text) => {
    const found = search(steps, text, 0, { isTest: true });
    return found !== undefined && ("doubt" in found ? doubt : true);
  };
}

const MAX_MATCH = 4096;

type FindMatch = (text: string, from: number) => Found | undefined;

/** Where it matches. In doubt everything behind counts as a match: it is hidden. Throws `BadRegex`. */
export function compileFinder(source: string, flags = ""): FindMatch {
  if (source === "" || source.length > MAX_SOURCE)
    throw new BadRegex(`It must have 1 to ${MAX_SOURCE} characters`);
  const steps = compileSteps(parseRegex(source), toMode(source, flags));
  return (text, from) => {
    const found = search(steps, text, from, { maxMatch: MAX_MATCH });
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

function compileSteps(regex: Regex, flags: string): Step[] {
  const steps: Step[] = [{ kind: "match" }];
  const add = (step: Step): number => {
    if (steps.length >= MAX_STEPS) throw new BadRegex("It is too large");
    return steps.push(step) - 1;
  };

  /** Adds what matches `part` and then goes on at `next`; answers where it begins. */
  function emit(part: Regex, next: number): number {
    switch (part.kind) {
      case "char":
        return add({ kind: "char", test: toCharTest(part.source, flags), next });
      case "assert":
        return add({ kind: "assert", holds: toAssertion(part.assert, flags), next });
      case "sequence":
        return part.parts.reduceRight((after, each) => emit(each, after), next);
      case "choice":
        return part.parts
          .map((each) => emit(each, next))
          .reduceRight((other, first) => add({ kind: "split", next: first, other }));
      case "repeat":
        return emitRepeat(part, next);
    }
  }

  function emitRepeat({ part, min, max }: Extract<Regex, { kind: "repeat" }>, next: number): number {
    let start = next;
    if (max === Number.POSITIVE_INFINITY) {
      const loop = add({ kind: "split", next, other: next });
      const body = emit(part, loop);
      steps[loop] = { kind: "split", next: body, other: next };
      start = loop;
    } else {
      for (let i = min; i < max; i++) start = add({ kind: "split", next: emit(part, start), other: next });
    }
    for (let i = 0; i < min; i++) start = emit(part, start);
    return start;
  }

  const start = emit(regex, 0);
  // The last step is where it begins.
  add({ kind: "split", next: start, other: start });
  return steps;
}

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

function toAssertion(
  assert: Extract<Regex, { kind: "assert" }>["assert"],
  flags: string,
): (before: string | undefined, after: string | undefined) => boolean {
  const lines = flags.includes("m");
  const isBreak = (char: string | undefined) =>
    lines && char !== undefined && /[\n\r\u2028\u2029]/.test(char);
  const isWord = (char: string | undefined) => char !== undefined && /^\w$/.test(char);
  switch (assert) {
    case "start":
      return (before) => before === undefined || isBreak(before);
    case "end":
      return (_, after) => after === undefined || isBreak(after);
    case "boundary":
      return (before, after) => isWord(before) !== isWord(after);
    case "notBoundary":
      return (before, after) => isWord(before) === isWord(after);
  }
}

interface Found {
  start: number;
  end: number;
}

interface SearchOptions {
  /** Whether it matches at all: the first end of a match is enough. */
  isTest?: boolean;
  /** A match is at most so long; without an end, `a.*` would reach over whole texts. */
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
    if (work > MAX_WORK) return { doubt: best?.start ?? offset };
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

export { BadRegex };
