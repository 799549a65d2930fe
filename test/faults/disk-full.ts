/** Run by `store.test.ts` in a mount namespace: Pawl's home on a disk of a few megabytes that fills up. */
import { Database } from "bun:sqlite";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually } from "../e2e/pawl.ts";
import { writeTranscript } from "./records.ts";

await using scratch = await createScratch();
await using pawl = await createPawl(scratch);
mkdirSync(pawl.home, { mode: 0o700 });
const mounted = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=6m,mode=0700", "tmpfs", pawl.home]);
if (mounted.exitCode !== 0) throw new Error(mounted.stderr.toString());
// The scratch folder cannot be removed while a disk is mounted in it.
using _disk = { [Symbol.dispose]: () => void Bun.spawnSync(["umount", "-l", pawl.home]) };

await pawl.run(["up"]);
const id = "f1";
const path = writeTranscript(scratch.home, id, 200, "filler ".repeat(1500));
const ballast = join(pawl.home, "ballast");
try {
  writeFileSync(ballast, Buffer.alloc(64 * 1024 * 1024));
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
}
const event = (hook_event_name: string, more: Record<string, unknown> = {}) =>
  JSON.stringify({ hook_event_name, session_id: id, cwd: scratch.project, transcript_path: path, ...more });
const hookWhileFull = await pawl.run(["hook"], { stdin: event("SessionStart", { source: "startup" }) });
await pawl.run(["hook"], { stdin: event("SessionEnd", { reason: "other" }) });
const full = (await pawl.run(["import"])).exitCode === 1;

rmSync(ballast);
const remount = Bun.spawnSync(["mount", "-o", "remount,size=64m", pawl.home]);
if (remount.exitCode !== 0) throw new Error(remount.stderr.toString());
await pawl.run(["hook"], { stdin: event("SessionEnd", { reason: "other" }) });
const status = () => pawl.json<{ observations: number }>(["status"]);
await eventually(async () => (await status()).observations === 200, 10_000);
const { observations } = await status();
const { prompts } = await pawl.json<{ prompts: unknown[] }>(["session", id]);
await pawl.run(["down"]);
using db = new Database(join(pawl.home, "pawl.db"));
const whole = db.query("pragma integrity_check").get();
const { exitCode, stdout } = hookWhileFull;
console.log(
  JSON.stringify({ full, hookWhileFull: { exitCode, stdout }, whole, observations, prompts: prompts.length }),
);
