/**
 * Events that found no daemon wait here, one file each, named so that their order is their name's order.
 * Written by `pawl hook`, emptied by the daemon.
 */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isMissing, makePrivateDir, writeWhole } from "./files.ts";

export interface Spooled {
  file: string;
  /** When the hook saw it. */
  at: number;
  body: string;
}

let sequence = 0;

export function addToSpool(dir: string, at: number, body: string): void {
  makePrivateDir(dir);
  const order = `${String(at).padStart(15, "0")}-${String(process.pid).padStart(7, "0")}-${sequence++}`;
  writeWhole(join(dir, `${order}-${randomBytes(3).toString("hex")}.json`), body);
}

export function spooledFiles(dir: string): string[] {
  try {
    // Files still being written start with a dot.
    return readdirSync(dir)
      .filter((name) => name.endsWith(".json") && !name.startsWith("."))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export function spoolBytes(dir: string): number {
  return spooledFiles(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
}

/**
 * Hands every waiting event to `take`, oldest first. A file goes only after `take` has resolved: a crash in
 * between delivers it again, and the store's keys make that harmless.
 */
export async function drainSpool(dir: string, take: (event: Spooled) => Promise<void>): Promise<number> {
  let drained = 0;
  for (const name of spooledFiles(dir)) {
    const file = join(dir, name);
    await take({ file, at: Number(name.split("-")[0]), body: readFileSync(file, "utf8") });
    rmSync(file, { force: true });
    drained++;
    // Reading and storing never wait, so nothing else would get its turn: a session waits for its own event.
    await new Promise(setImmediate);
  }
  return drained;
}
