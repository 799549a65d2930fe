export type Token = { at: number } & (
  | { kind: "operator"; operator: Operator }
  | { kind: "path"; segments: string[] }
  | { kind: "literal"; value: string | number | boolean | null }
  | { kind: "regex"; source: string; flags: string }
  | { kind: "end" }
);

const SYMBOLS = ["==", "!=", "&&", "||", "=~", "!", "(", ")", "[", "]", ","] as const;
const NAMED = ["matches", "contains", "startsWith", "in"] as const;
export type Operator = (typeof SYMBOLS)[number] | (typeof NAMED)[number];
const WORDS: Readonly<Record<string, string | boolean | null>> = { true: true, false: false, null: null };

const SPACE = /\s+/y;
const NUMBER = /-?\d+(?:\.\d+)?(?![\w.])/y;
const PATH = /[A-Za-z_$][\w$-]*(?:\.[\w$-]+|\[\d+\])*/y;

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const space = take(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const [token, length] = next(text, at, tokens.at(-1), take);
    tokens.push(token);
    at += length;
  }
  tokens.push({ kind: "end", at });
  return tokens;
}

function next(
  text: string,
  at: number,
  previous: Token | undefined,
  take: (pattern: RegExp) => string | undefined,
): [Token, number] {
  const symbol = SYMBOLS.find((candidate) => text.startsWith(candidate, at));
  if (symbol !== undefined) return [{ kind: "operator", operator: symbol, at }, symbol.length];

  const first = text.charAt(at);
  if (first === '"' || first === "'") return readString(text, at, first);
  if (first === "/" && previous?.kind === "operator" && previous.operator === "=~")
    return readRegex(text, at);

  const number = take(NUMBER);
  if (number !== undefined) return [{ kind: "literal", value: Number(number), at }, number.length];

  const path = take(PATH);
  if (path === undefined) throw new MatcherError(toProblem(first), text, at);
  const named = NAMED.find((each) => each === path);
  if (named !== undefined) return [{ kind: "operator", operator: named, at }, path.length];
  const word = Object.hasOwn(WORDS, path) ? WORDS[path] : undefined;
  if (word !== undefined) return [{ kind: "literal", value: word, at }, path.length];
  return [{ kind: "path", segments: path.split(/[.[\]]+/).filter((part) => part !== ""), at }, path.length];
}

function toProblem(found: string): string {
  if (found === "=") return "One = is not an operator; write == to compare";
  if (found === "&" || found === "|") return `One ${found} is not an operator; write ${found}${found}`;
  if (found === "/") return "A regular expression stands only after =~";
  return `${JSON.stringify(found)} does not belong here`;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function readString(text: string, at: number, quote: string): [Token, number] {
  let value = "";
  for (let i = at + 1; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === quote) return [{ kind: "literal", value, at }, i + 1 - at];
    if (char === "\\" && i + 1 < text.length) {
      i++;
      const escaped = text.charAt(i);
      // Only quotes, backslashes and the usual three are escapes: "C:\work\*.ts" and "\d" stay as written.
      value += escaped === quote || escaped === "\\" ? escaped : (ESCAPES[escaped] ?? `\\${escaped}`);
    } else {
      value += char;
    }
  }
  throw new MatcherError(`The text has no closing ${quote}`, text, at);
}

function readRegex(text: string, at: number): [Token, number] {
  let inClass = false;
  for (let i = at + 1; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === "\\") i++;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) {
      const flags = /^[A-Za-z]*/.exec(text.slice(i + 1))?.[0] ?? "";
      return [{ kind: "regex", source: text.slice(at + 1, i), flags, at }, i + 1 - at + flags.length];
    }
  }
  throw new MatcherError("The regular expression has no closing /", text, at);
}

/** A matcher that cannot be understood: says where, with the text and a caret under the place. */
export class MatcherError extends Error {
  override readonly name = "MatcherError";

  constructor(
    readonly problem: string,
    readonly text: string,
    /** Offset in `text`, in UTF-16 units. */
    readonly at: number,
  ) {
    super(`${problem}\n${point(text, at)}`);
  }
}

function point(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  const line = text.slice(start, end === -1 ? undefined : end);
  return `  ${line}\n  ${" ".repeat(at - start)}^`;
}
