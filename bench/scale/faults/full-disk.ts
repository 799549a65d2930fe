/** Run by `index.ts` in a mount namespace: a large store on a disk that has only a little room left. */
import { Database } from "bun:sqlite";
import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch } from "../../../test/e2e/harness/scratch.ts";
import { createPawl, eventually } from "../../../test/e2e/pawl.ts";
import { writeTranscript } from "../../../test/faults/records.ts";

const [database = ""] = process.argv.slice(2);
const CALLS = 200;
const ROOM = 24_000_000;

await using scratch = await createScratch();
const pawl = await createPawl(scratch);
mkdirSync(pawl.home, { mode: 0o700 });
const { size } = statSync(database);
const mount = (options: string) =>
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `${options},mode=0700`, "tmpfs", pawl.home]);
const mounted = mount(`size=${size + ROOM}`);
if (mounted.exitCode !== 0) throw new Error(mounted.stderr.toString());
await using _disk = {
  // The keeper knows its home by its place there.
  async [Symbol.asyncDispose]() {
    await pawl[Symbol.asyncDispose]();
    Bun.spawnSync(["umount", "-l", pawl.home]);
  },
};
const path = join(pawl.home, "pawl.db");
copyFileSync(database, path);

await pawl.run(["up"]);
const hookToken = (await readFile(join(pawl.home, "hook-token"), "utf8")).trim();
const id = "full1";
const transcript = writeTranscript(scratch.home, id, CALLS, "filler ".repeat(1500));
const ballast = join(pawl.home, "ballast");
let isFull = false;
try {
  writeFileSync(ballast, Buffer.alloc(2 * ROOM));
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  isFull = true;
}
const common = { session_id: id, cwd: scratch.project, transcript_path: transcript };
let hooksWhileFull = 0;
for (let i = 0; i < CALLS; i++) {
  const answer = await fetch(`${pawl.url}/hook`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${hookToken}` },
    body: JSON.stringify({
      ...common,
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: i <= 1 ? "make all" : `echo ${id} ${i}` },
      tool_response: `done ${i} ${"filler ".repeat(1500)}`,
      tool_use_id: `toolu_${id}_${i}`,
    }),
  });
  if (answer.ok) hooksWhileFull++;
}
const [session] = await pawl
  .json<{ sessions: { id: string }[] }>(["sessions"])
  .then(({ sessions }) => sessions);
const forgot = await pawl.run(["forget", "--session", session?.id ?? "", "--yes"]);
// Refused with a reason, or done: a little room may be left for it. Never a crash.
const isForgetRefused = forgot.exitCode === 0 || forgot.stderr.startsWith("pawl: ");

rmSync(ballast);
const remount = Bun.spawnSync(["mount", "-o", `remount,size=${size + 40 * ROOM}`, pawl.home]);
if (remount.exitCode !== 0) throw new Error(remount.stderr.toString());
await pawl.run(["up"]);
await pawl.run(["hook"], {
  stdin: JSON.stringify({ ...common, hook_event_name: "SessionEnd", reason: "other" }),
});
await pawl.run(["import"]);
const stored = () => {
  using db = new Database(path, { readonly: true });
  const sql = "select observations as n from sessions where id = ?";
  return db.query<{ n: number }, [string]>(sql).get(id)?.n ?? 0;
};
await eventually(() => stored() === CALLS);
const calls = stored();
await pawl.run(["down"]);
using db = new Database(path);
const isWhole = db.query<{ quick_check: string }, []>("pragma quick_check").get()?.quick_check;
console.log(JSON.stringify({ hooksWhileFull, isFull, isForgetRefused, calls, isWhole }));
