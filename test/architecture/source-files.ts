/** The source as the architecture tests see it: files, their modules and their imports. */
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { ROOT } from "./module-rules.ts";

export const root = resolve(import.meta.dir, "..", "..");

export interface Import {
  file: string;
  module: string;
  /** A module, `runtime`, or a package. */
  target: string;
  /** The imported file, for an import within the project. */
  path?: string;
  isTypeOnly: boolean;
}

/** A test, or a file beside the source that only tests use. */
export const isTestFile = (file: string): boolean => /\.test\.tsx?$|\/test-[a-z-]+\.ts$/.test(file);

/** TypeScript in a folder of the project, without tests and what only tests use. */
export function programFiles(folder: string): string[] {
  return [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(root)]
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !isTestFile(file))
    .sort();
}

/** Files of `src/` that are part of the program. */
export const sourceFiles: readonly string[] = programFiles("src");

const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)|^\s*import\s+"([^"]+)"/gm;

export function importsOf(file: string): Import[] {
  const path = join(root, file);
  return [...readFileSync(path, "utf8").matchAll(IMPORT)].map(([, type, from, dynamic, bare]) => {
    const name = from ?? dynamic ?? bare ?? "";
    const base = { file, module: moduleOf(file), isTypeOnly: type !== undefined };
    if (!name.startsWith(".")) return { ...base, target: packageOf(name) };
    const target = relative(root, resolve(dirname(path), name)).replaceAll("\\", "/");
    return { ...base, target: moduleOf(target), path: target };
  });
}

export function moduleOf(file: string): string {
  const [top, module, more] = file.split("/");
  // The package file belongs to nobody: it is where the version stands.
  if (top !== "src") return top === "package.json" ? ROOT : (top ?? file);
  if (more === undefined) return ROOT;
  // The keeper is a process of its own, with rules of its own.
  return module === "daemon" && more === "keeper" ? "keeper" : (module ?? ROOT);
}

function packageOf(name: string): string {
  if (name.startsWith("node:") || name.startsWith("bun")) return "runtime";
  return name.startsWith("@") ? name.split("/").slice(0, 2).join("/") : (name.split("/")[0] ?? name);
}

export function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}
