/** Globs by our own regular expressions: the same results as Bun's matcher (a test compares them), always terminating. */
import { compileRegex } from "../../text/regex.ts";

/** A glob of the longest allowed length becomes a longer expression. */
const MAX_SOURCE = 20_000;

export function createGlob(pattern: string): (path: string) => boolean {
  return compileRegex(`^(?:${toRegex(pattern)})$`, "s", { maxSource: MAX_SOURCE });
}

function toRegex(glob: string): string {
  let at = 0;

  function sequence(inBraces: boolean): string {
    let out = "";
    while (at < glob.length && !(inBraces && /[,}]/.test(glob.charAt(at)))) out += next(out);
    return out;
  }

  function next(before: string): string {
    const char = glob.charAt(at);
    if (char === "\\" && at + 1 < glob.length) return literal(glob.charAt(at + 1), 2);
    if (char === "*") return stars(before);
    if (char === "?") return take(1, "[^/]");
    if (char === "[") return characters();
    return char === "{" ? choices() : literal(char, 1);
  }

  /** `**` between slashes crosses folders; anywhere else it is a star. */
  function stars(before: string): string {
    const count = /^\*+/.exec(glob.slice(at))?.[0].length ?? 1;
    const isAlone = count === 2 && (before === "" || before.endsWith("/"));
    const after = glob.charAt(at + count);
    if (isAlone && after === "/") return take(count + 1, "(?:[^/]*/)*");
    if (isAlone && after === "") return take(count, ".*");
    return take(count, "[^/]*");
  }

  function choices(): string {
    at++;
    const parts = [sequence(true)];
    while (glob.charAt(at) === ",") {
      at++;
      parts.push(sequence(true));
    }
    at++;
    return `(?:${parts.join("|")})`;
  }

  function characters(): string {
    const found = /^\[([!^]?)(\]?(?:\\[\s\S]|[^\]\\])*)\]/.exec(glob.slice(at));
    if (found === null) return literal("[", 1);
    const [whole, negated, body = ""] = found;
    const members = body.replace(/\\?([\s\S])/g, (_, sign: string) =>
      /[\]\\^[]/.test(sign) ? `\\${sign}` : sign,
    );
    return take(whole.length, negated === "" ? `[${members}]` : `[^${members}]`);
  }

  function literal(char: string, length: number): string {
    return take(length, char.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  }

  function take(length: number, source: string): string {
    at += length;
    return source;
  }

  return sequence(false);
}
