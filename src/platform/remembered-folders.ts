/** Paths that uninstalling must find again, one a line: folders with state files, and backups, which stay. */
import { appendFileSync } from "node:fs";
import { readIfThere } from "./files.ts";

export function rememberFolder(file: string, folder: string): void {
  // A line break in a folder's name would make two of it; such a folder is found by nobody, and holds no harm.
  if (folder.includes("\n") || readFolders(file).includes(folder)) return;
  appendFileSync(file, `${folder}\n`, { mode: 0o600 });
}

export function readFolders(file: string): string[] {
  return (readIfThere(file) ?? "").split("\n").filter((line) => line !== "");
}
