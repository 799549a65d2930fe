/** Modules beside a Python file that it imports. Installed ones are nobody's file here. */
import { existsSync } from "node:fs";
import { join } from "node:path";

const IMPORT = /^[ \t]*(?:from[ \t]+\.*([\w.]+)[ \t]+import|import[ \t]+([\w., \t]+))/gm;

export function importsOfPython(text: string, folder: string): string[] {
  const names = [...text.matchAll(IMPORT)].flatMap(([, from, list]) =>
    from !== undefined ? [from] : (list ?? "").split(",").map((name) => name.trim().split(/\s/)[0] ?? ""),
  );
  return names.flatMap((name) => moduleFile(name, folder) ?? []);
}

/** `a.b` is `a/b.py` or a package. */
export function moduleFile(name: string, folder: string): string | undefined {
  const base = join(folder, ...name.split("."));
  return [`${base}.py`, join(base, "__main__.py"), join(base, "__init__.py")].find((file) =>
    existsSync(file),
  );
}
