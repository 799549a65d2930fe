/** A glob over files: relative to the project, absolute, or a bare name. docs/hooks.md has the table. */
import { homedir } from "node:os";
import { compileGlob, type TextTest } from "../matcher/glob.ts";
import { ignoresCase, type NamedFile, namesOf, toComparable } from "./spellings.ts";

export interface PathTest {
  /** One of the file's names matches. */
  some(this: void, file: NamedFile): boolean;
  /** The file behind all links matches: for a negated condition, which an alias must not satisfy. */
  really(this: void, file: NamedFile): boolean;
}

/** `isFolding`: tells whether a folder ignores case. Throws `BadGlob`. */
export function compilePathGlob(pattern: string, isFolding = ignoresCase): PathTest {
  const own = toComparable(toProjectPattern(pattern));
  const exact = compileOne(own);
  // Compiled only if a file system needs it.
  let folding: TextTest | undefined;
  const [prefix = ""] = own.split(/[*?[{\\]/);
  const matches =
    ({ projectDir, whole }: NamedFile) =>
    (name: string) => {
      if (whole === true && (name === "." || prefix.startsWith(`${name}/`))) return true;
      if (!isFolding(projectDir)) return exact(name);
      folding ??= compileOne(own.toLowerCase());
      return folding(name.toLowerCase());
    };
  const really = (file: NamedFile) => namesOf(file).real.some(matches(file));
  return { some: (file) => namesOf(file).written.some(matches(file)) || really(file), really };
}

function compileOne(pattern: string): TextTest {
  const test = compileGlob(pattern);
  // `secrets/**` includes the folder itself, because moving it moves its content.
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
