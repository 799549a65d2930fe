/**
 * claude-mem fills its own database with its own hooks, worker and observer; then Pawl imports it.
 *
 *   bun bench/peer/import.ts      installs claude-mem from the registry into a temporary folder
 */
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Model, startModel } from "../../test/e2e/harness/model.ts";
import { createScratch } from "../../test/e2e/harness/scratch.ts";
import { createPawl, eventually } from "../../test/e2e/pawl.ts";
import { postToolUse, sessionStart, userPrompt } from "../events.ts";
import { openClaudeMem } from "./claude-mem.ts";
import { installClaudeMem } from "./install.ts";

const SESSION = "11111111-2222-4333-8444-555555555555";
/** What its observer is told to write. */
const OBSERVATION = `<observation><type>discovery</type><title>Scanner drops packets on channel eleven</title>
<subtitle>Channel six works</subtitle><facts><fact>Channel six is free</fact></facts>
<narrative>The warehouse scanner loses packets on channel eleven.</narrative><concepts><concept>gotcha</concept></concepts>
<files_read></files_read><files_modified><file>src/scanner.ts</file></files_modified></observation>`;
const SUMMARY = `<summary><request>Fix the scanner</request><investigated>channels</investigated><learned>Channel eleven is bad</learned>
<completed>Moved to six</completed><next_steps>none</next_steps></summary>`;

const answer = (): Model =>
  startModel((request) => ({
    text: /<summary>|progress summary/i.test(request.text.slice(-4000)) ? SUMMARY : OBSERVATION,
  }));

await using scratch = await createScratch({ git: true });
await using pawl = await createPawl(scratch);
await using model = answer();
const { version, plugin } = await installClaudeMem(scratch.root);
await using peer = await openClaudeMem(join(scratch.root, "peer"), plugin, model.url);

const run = async (event: string, stdin: string, nth = 0) => {
  const child = Bun.spawn(peer.command(event, nth), {
    cwd: peer.project,
    env: peer.env,
    stdin: new Blob([stdin]),
    stdout: "pipe",
    stderr: "pipe",
  });
  await child.exited;
};
for (const nth of [0, 1]) await run("SessionStart", sessionStart(peer.project, SESSION), nth);
await run("UserPromptSubmit", userPrompt(1, peer.project, SESSION));
for (let i = 0; i < 3; i++) await run("PostToolUse", postToolUse(i, peer.project, SESSION));
await run(
  "Stop",
  JSON.stringify({ session_id: SESSION, cwd: peer.project, hook_event_name: "Stop", transcript_path: "" }),
);

const database = join(peer.env.HOME ?? "", ".claude-mem", "claude-mem.db");
const count = (table: string): number => {
  if (!existsSync(database)) return 0;
  const db = new Database(database, { readonly: true });
  try {
    return (db.query(`select count(*) as n from ${table}`).get() as { n: number }).n;
  } catch {
    // Its worker has not made the table yet.
    return 0;
  } finally {
    db.close();
  }
};
const isFilled = await eventually(() => count("observations") > 0, 60_000);
console.log(
  `claude-mem ${version}: ${count("sdk_sessions")} sessions, ${count("user_prompts")} prompts, ${count("observations")} observations, ${count("session_summaries")} summaries${isFilled ? "" : " (its observer wrote none)"}`,
);
console.log((await pawl.run(["import", "--from", "claude-mem", database])).stdout.trim());
console.log((await pawl.run(["import", "--from", "claude-mem", database, "--json"])).stdout.trim());
console.log((await pawl.run(["search", isFilled ? "scanner packets" : "bench"])).stdout.trim());
