/** A project's own CLAUDE.md files, which may import memories. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { readIfThere } from "../../platform/files.ts";

const NAMES = ["CLAUDE.md", join(".claude", "CLAUDE.md"), "CLAUDE.local.md"];
/** Larger ones are not instructions. */
const LARGEST = 1 << 20;

export function claudeMdOf(project: string): string {
  if (project === "") return "";
  return NAMES.map((name) => textOf(join(project, name))).join("\n");
}

function textOf(path: string): string {
  try {
    const file = statSync(path);
    return file.isFile() && file.size <= LARGEST ? (readIfThere(path) ?? "") : "";
  } catch {
    // Not there, not readable, or no path at all: then it imports nothing.
    return "";
  }
}
