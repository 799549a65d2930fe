/** A glob over files: relative to the project, absolute, or a bare name. docs/hooks.md has the table. */
import { homedir } from "node:os";
import { compileGlob, type TextTest } from "../matcher/glob.ts";
import { ignoresCase, type PathBase, realNames, toComparable, writtenNames } from "./spellings.ts";

export interface NamedPath {
  path: string;
  /** What happens to it happens to everything inside: `rm -r`, `mv`. */
  whole?: boolean;
}

export interface PathTest {
  /** One of the path's names matches. */
  some(path: NamedPath, place: PathBase): boolean;
  /** The file behind all links matches: for a negated condition, which a second name must not meet. */
  really(path: NamedPath, place: PathBase): boolean;
}

/** `isFolding`: whether case does not matter in a folder. Throws `BadGlob`. */
export function compilePathGlob(pattern: string, isFolding = ignoresCase): PathTest {
  const own = toComparable(toProjectPattern(pattern));
  const exact = compileOne(own);
  // Compiled only where a file system needs it.
  let folding: TextTest | undefined;
  const testFor = ({ projectDir }: PathBase): TextTest => {
    if (!isFolding(projectDir)) return exact;
    folding ??= compileOne(own.toLowerCase());
    const test = folding;
    return (name) => test(name.toLowerCase());
  };
  const prefix = literalPrefix(own);
  const matches = (name: string, { whole }: NamedPath, test: TextTest) =>
    test(name) || (whole === true && (name === "." || prefix.startsWith(`${name}/`)));
  return {
    some(path, place) {
      const test = testFor(place);
      const isMatch = (name: string) => matches(name, path, test);
      return writtenNames(path.path, place).some(isMatch) || realNames(path.path, place).some(isMatch);
    },
    really(path, place) {
      const test = testFor(place);
      return realNames(path.path, place).some((name) => matches(name, path, test));
    },
  };
}

function compileOne(pattern: string): TextTest {
  const test = compileGlob(pattern);
  // `secrets/**` is about the folder itself too: who moves it away moves what is inside.
  if (!pattern.endsWith("/**")) return test;
  const folder = compileGlob(pattern.slice(0, -3));
  return (name) => test(name) || folder(name);
}

/** `./src/*` is `src/*`, `src/` is everything inside, `~/x` is in the user's home. */
function toProjectPattern(pattern: string): string {
  const plain = pattern.replaceAll("\\\\", "/").replace(/^(?:\.\/)+/, "");
  const home = plain.startsWith("~/") ? `${homedir()}${plain.slice(1)}` : plain;
  return home.endsWith("/") && home.length > 1 ? `${home}**` : home;
}

/** What every match begins with. */
function literalPrefix(pattern: string): string {
  const at = pattern.search(/[*?[{\\]/);
  return at === -1 ? pattern : pattern.slice(0, at);
}
