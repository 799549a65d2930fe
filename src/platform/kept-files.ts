/** The files next to the database that belong in a backup. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { isMissing, makePrivateDir, readIfThere, writeWhole } from "./files.ts";
import type { Home } from "./paths.ts";

interface KeptFile {
  /** Relative to the home, with slashes. */
  path: string;
  text: string;
}

/**
 * Marks of switched-off sessions (without them an import would add those sessions) and workflow files. Nothing
 * executable: a foreign backup must not bring settings with hooks.
 */
const KEPT =
  /^(?:off\/[A-Za-z0-9_-]{1,128}|sessions\/[A-Za-z0-9_-]{1,128}\/(?:workflow\.json|timeline\.jsonl|work\.json)|work\/[A-Za-z0-9][A-Za-z0-9_-]{0,80}\/[A-Za-z0-9][A-Za-z0-9_-]{0,80}\/(?:workflow\.json|timeline\.jsonl|tasks\.json))$/;

export function isKeptFile(path: string): boolean {
  return KEPT.test(path);
}

export function readKeptFiles(home: Home): KeptFile[] {
  const files: KeptFile[] = [];
  for (const folder of ["off", "sessions", "work"]) {
    for (const name of namesIn(join(home.dir, folder))) {
      const path = `${folder}/${name.replaceAll("\\", "/")}`;
      if (!isKeptFile(path)) continue;
      const text = readIfThere(join(home.dir, path));
      if (text !== undefined) files.push({ path, text });
    }
  }
  return files;
}

/** Skips anything that is not ours. */
export function writeKeptFiles(home: Home, files: readonly KeptFile[]): void {
  for (const { path, text } of files) {
    if (!isKeptFile(path)) continue;
    const target = join(home.dir, path);
    makePrivateDir(dirname(target));
    writeWhole(target, text);
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, encoding: "utf8" });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
