/** When transcripts were last imported, and whether the user wants them to be. */
import { makePrivateDir, readIfThere, writeWhole } from "../../platform/files.ts";
import type { Home } from "../../platform/paths.ts";

interface ImportMark {
  at: number;
  /** The user was asked and said no: then it is done by hand only. */
  declined?: true;
}

export function readImportMark(home: Home): ImportMark | undefined {
  try {
    const mark = JSON.parse(readIfThere(home.imported) ?? "null") as ImportMark | null;
    return typeof mark?.at === "number" ? mark : undefined;
  } catch {
    // Not written by us: the import is done once more, which changes nothing.
    return undefined;
  }
}

export function saveImportMark(home: Home, mark: ImportMark): void {
  makePrivateDir(home.dir);
  writeWhole(home.imported, `${JSON.stringify(mark)}\n`);
}
