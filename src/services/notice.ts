/** Something that the user has to know, told once, at the next session's start. */
import { rmSync } from "node:fs";
import { makePrivateDir, readIfThere, writeWhole } from "../platform/files.ts";
import type { Home } from "../platform/paths.ts";

interface Notice {
  at: number;
  text: string;
}

export function leaveNotice(home: Home, notice: Notice): void {
  makePrivateDir(home.dir);
  writeWhole(home.notice, `${JSON.stringify(notice)}\n`);
}

/** Undefined when there is none; afterwards there is none. */
export function takeNotice(home: Home): string | undefined {
  const text = readIfThere(home.notice);
  if (text === undefined) return undefined;
  rmSync(home.notice, { force: true });
  try {
    const notice: unknown = (JSON.parse(text) as Notice).text;
    return typeof notice === "string" ? notice : undefined;
  } catch {
    // Not written by us.
    return undefined;
  }
}
