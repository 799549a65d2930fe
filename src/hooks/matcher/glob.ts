/**
 * Globs with limits. The engine has no unbounded backtracking (`glob.test.ts` shows it on patterns that hang a translation to
 * regular expressions). The limits below are a second protection.
 */
import { createGlob } from "./glob-engine.ts";

export const MAX_GLOB = 1000;
/** Longer subjects match: in doubt a hook runs, so length cannot bypass a gate. */
const MAX_SUBJECT = 1_000_000;

export class BadGlob extends Error {
  override readonly name = "BadGlob";
}

export type TextTest = (subject: string) => boolean;

/** A pattern without `/` also matches the file's name alone: `*.ts` matches `/a/b/c.ts`. */
export function compileGlob(pattern: string): TextTest {
  if (pattern.length > MAX_GLOB) throw new BadGlob(`The pattern is longer than ${MAX_GLOB} characters`);
  const unclosed = findUnclosed(pattern);
  if (unclosed !== undefined) throw new BadGlob(`The pattern has no closing for ${unclosed}`);
  // A leading ! would invert the meaning; our language has its own !(…) for that.
  const match = createGlob(pattern.startsWith("!") ? `\\${pattern}` : pattern);
  const byName = !pattern.includes("/");
  return (subject) => {
    if (subject.length > MAX_SUBJECT) return true;
    const path = subject.replaceAll("\\", "/");
    return match(path) || (byName && match(path.slice(path.lastIndexOf("/") + 1)));
  };
}

function findUnclosed(pattern: string): string | undefined {
  let braces = 0;
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i);
    if (char === "\\") i++;
    else if (inClass) inClass = char !== "]";
    else if (char === "[") {
      inClass = true;
      // "]" right after the opening is a member, not the end.
      if (pattern.charAt(i + 1) === "!" || pattern.charAt(i + 1) === "^") i++;
      if (pattern.charAt(i + 1) === "]") i++;
    } else if (char === "{") braces++;
    else if (char === "}") braces--;
  }
  if (inClass) return "[";
  return braces > 0 ? "{" : undefined;
}
