/**
 * The part of JavaScript's regular expressions that can be matched in linear time, as a tree. Back references and
 * lookaround cannot, and are refused. What one character may be (`[a-z]`, `\d`, `.`, `\p{L}`) stays text: the
 * language's own engine judges single characters, where it cannot run away.
 */
export type Regex =
  | { kind: "char"; source: string }
  | { kind: "assert"; assert: "start" | "end" | "boundary" | "notBoundary" }
  | { kind: "sequence" | "choice"; parts: Regex[] }
  | { kind: "repeat"; part: Regex; min: number; max: number };

export class BadRegex extends Error {
  override readonly name = "BadRegex";
}

const MAX_DEPTH = 50;
const MAX_REPEAT = 1000;

/** `source` must already be one that `new RegExp` takes. */
export function parseRegex(source: string): Regex {
  let at = 0;

  function choice(depth: number): Regex {
    if (depth > MAX_DEPTH) throw new BadRegex("It is nested too deeply");
    const parts = [sequence(depth)];
    while (source[at] === "|") {
      at++;
      parts.push(sequence(depth));
    }
    return { kind: "choice", parts };
  }

  function sequence(depth: number): Regex {
    const parts: Regex[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") parts.push(repeated(atom(depth)));
    return { kind: "sequence", parts };
  }

  function repeated(part: Regex): Regex {
    const found = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(source.slice(at, at + 24));
    if (found === null) return part;
    at += found[0].length;
    const [min, max] = toRange(found);
    if (min > MAX_REPEAT || (max !== Number.POSITIVE_INFINITY && max > MAX_REPEAT)) {
      throw new BadRegex(`It repeats something more than ${MAX_REPEAT} times`);
    }
    return { kind: "repeat", part, min, max };
  }

  function atom(depth: number): Regex {
    const char = source[at];
    if (char === "(") return group(depth);
    if (char === "^" || char === "$") {
      at++;
      return { kind: "assert", assert: char === "^" ? "start" : "end" };
    }
    if (char === "\\") return escaped();
    if (char === "[") return { kind: "char", source: takeClass() };
    return { kind: "char", source: take(String.fromCodePoint(source.codePointAt(at) ?? 0).length) };
  }

  function group(depth: number): Regex {
    const head = /^\((?:\?:|\?<[A-Za-z_$][\w$]*>|(?!\?))/.exec(source.slice(at))?.[0];
    if (head === undefined) throw new BadRegex("Lookahead, lookbehind and inline flags are not supported");
    at += head.length;
    const inner = choice(depth + 1);
    at++;
    return inner;
  }

  function escaped(): Regex {
    const next = source[at + 1] ?? "";
    if (next === "b" || next === "B") {
      at += 2;
      return { kind: "assert", assert: next === "b" ? "boundary" : "notBoundary" };
    }
    if (/[1-9k]/.test(next)) throw new BadRegex("Back references are not supported");
    const long = /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\})/.exec(
      source.slice(at, at + 64),
    );
    return { kind: "char", source: take(long?.[0].length ?? 2) };
  }

  function takeClass(): string {
    let end = at + 1;
    while (end < source.length && source[end] !== "]") end += source[end] === "\\" ? 2 : 1;
    return take(end + 1 - at);
  }

  function take(length: number): string {
    at += length;
    return source.slice(at - length, at);
  }

  return choice(0);
}

function toRange(found: RegExpExecArray): [number, number] {
  const [text, from, more, to] = found;
  if (text.startsWith("*")) return [0, Number.POSITIVE_INFINITY];
  if (text.startsWith("+")) return [1, Number.POSITIVE_INFINITY];
  if (text.startsWith("?")) return [0, 1];
  const min = Number(from);
  if (more === undefined) return [min, min];
  return [min, to === undefined || to === "" ? Number.POSITIVE_INFINITY : Number(to)];
}
