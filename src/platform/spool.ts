/**
 * Events that reached no daemon wait here, one file each; the file names sort by time. Written by `pawl hook`,
 * emptied by the daemon. Bounded: if no daemon runs for months, the oldest half becomes a count; the client's
 * transcripts still have those events.
 */
import { appendFileSync, readdirSync, rmSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { isMissing, makePrivateDir, readIfThere, writeForNow } from "./files.ts";

interface Spooled {
  file: string;
  /** When the hook saw it. */
  at: number;
  body: string;
}

let sequence = 0;

export function addToSpool(dir: string, at: number, body: string): void {
  makePrivateDir(dir);
  const order = `${String(at).padStart(15, "0")}-${String(process.pid).padStart(7, "0")}-${String(sequence++).padStart(7, "0")}`;
  const [unlucky = 0, ...rest] = crypto.getRandomValues(new Uint8Array(4));
  // Not synced, like a commit in WAL mode: it survives the end of every process, and a hook waits for it.
  writeForNow(join(dir, `${order}-${Buffer.from(rest).toString("hex")}.json`), body);
  // Summing up is expensive, so it runs only now and then; slightly exceeding the limit is harmless.
  if (unlucky % CHECK_ONE_IN === 0) boundSpool(dir);
}

const CHECK_ONE_IN = 16;
const MOST_BYTES = 256 * 1024 * 1024;

/** Over the limit, the oldest are deleted until half is left; their number and time range are kept. */
export function boundSpool(dir: string, mostBytes = MOST_BYTES): number {
  const files = spooledFiles(dir).map((name) => ({ name, size: sizeOf(join(dir, name)) }));
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= mostBytes) return 0;
  const gone: string[] = [];
  for (const { name, size } of files) {
    if (bytes <= mostBytes / 2) break;
    bytes -= size;
    if (removed(join(dir, name))) gone.push(name);
  }
  const line = { events: gone.length, from: timeOf(gone[0] ?? ""), to: timeOf(gone.at(-1) ?? "") };
  if (gone.length > 0) appendFileSync(join(dir, DROPPED), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  return gone.length;
}

const DROPPED = "dropped.jsonl";

/** How many events were dropped because of the limit. */
export function droppedFromSpool(dir: string): number {
  const lines = readIfThere(join(dir, DROPPED))?.trimEnd().split("\n") ?? [];
  return lines.reduce((sum, line) => sum + Number(/"events":(\d+)/.exec(line)?.[1] ?? 0), 0);
}

export function forgetDropped(dir: string): void {
  rmSync(join(dir, DROPPED), { force: true });
}

const timeOf = (name: string): number => Number(name.split("-")[0]);

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** False if another process was faster. */
function removed(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

export function spooledFiles(dir: string): string[] {
  try {
    // Files that are still being written start with a dot.
    return readdirSync(dir)
      .filter((name) => name.endsWith(".json") && !name.startsWith("."))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/**
 * Passes every waiting event to `take`, oldest first. A file is deleted only after `take` has resolved: after a
 * crash it is delivered again, and the store's keys prevent a duplicate.
 */
export async function drainSpool(dir: string, take: (event: Spooled) => Promise<void>): Promise<number> {
  let drained = 0;
  for (const name of spooledFiles(dir)) {
    const file = join(dir, name);
    const body = readIfThere(file);
    if (body === undefined) continue;
    await take({ file, at: timeOf(name), body });
    rmSync(file, { force: true });
    drained++;
    // Reading and storing are synchronous, so yield: a session may be waiting for its own event.
    await new Promise(setImmediate);
  }
  return drained;
}
