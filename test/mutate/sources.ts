/** The files of the checkout: what may be mutated, what is a test, and the module each file belongs to. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

export type SourceFile = { path: string; module: string; text: string };

/** Every file that git tracks or would track. Paths are relative to the root and use `/`. */
export function projectFiles(root: string): string[] {
  const listed = Bun.spawnSync(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
  });
  if (!listed.success) throw new Error(`git ls-files failed: ${listed.stderr.toString().trim()}`);
  const paths = listed.stdout.toString().split("\0");
  // A deleted file stays listed until the deletion is staged.
  return [...new Set(paths)].filter((path) => path !== "" && existsSync(join(root, path))).sort();
}

/** A module is a top-level folder of `src/`; files directly in `src/` form the module `src`. */
export function moduleOf(path: string): string {
  const [top, folder, ...rest] = path.split("/");
  return folder === undefined || rest.length === 0 ? (top ?? "") : folder;
}

export function isTest(path: string): boolean {
  return path.endsWith(".test.ts") || path.endsWith(".test.tsx");
}

/** Tests, test support, declarations and locale catalogues are not mutated: no test should fail for them. */
export function isMutable(path: string): boolean {
  if (!path.startsWith("src/") || !path.endsWith(".ts")) return false;
  if (isTest(path) || path.endsWith(".d.ts") || basename(path).startsWith("test-")) return false;
  return !/(^|\/)locale\/(cli\/)?en(\.ts$|\/)/.test(path);
}

/** A generated file says so in its first lines. */
export function isGenerated(text: string): boolean {
  return text
    .split("\n", 5)
    .some((line) => /^\s*(\/\/|\/?\*).*(@generated\b|\bgenerated (by|from)\b|\bdo not edit\b)/i.test(line));
}

export function readSources(root: string, paths: string[]): SourceFile[] {
  return paths
    .filter(isMutable)
    .map((path) => ({ path, module: moduleOf(path), text: readFileSync(join(root, path), "utf8") }))
    .filter((file) => !isGenerated(file.text));
}
