/**
 * What memory is worth, for the README's table: `pawl replay` on folders of transcripts, one row each.
 *
 *   bun bench/memory.ts <folder of .jsonl or .jsonl.gz transcripts>…
 */
import { join } from "node:path";
import type { Report } from "../src/recall/replay/report.ts";

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error("Name folders of transcripts: bun bench/memory.ts <folder>…");
  process.exit(2);
}
const percent = (share: number | null) => (share === null ? "–" : `${Math.round(100 * share)} %`);
console.log("| sessions | kind | items | tokens | used | control | difference |");
console.log("|---|---|---:|---:|---:|---:|---|");
for (const folder of folders) {
  const main = join(import.meta.dir, "..", "src", "cli", "main.ts");
  const run = Bun.spawnSync([process.execPath, main, "replay", folder, "--json"]);
  if (run.exitCode !== 0) throw new Error(run.stderr.toString());
  const report = JSON.parse(run.stdout.toString()) as Report;
  const rows = [{ event: "all", kind: "inferred", ...report.all }, ...report.kinds];
  for (const { event, kind, items, tokens, used, control, difference } of rows) {
    const interval = difference?.map((bound) => Math.round(100 * bound)).join(" to ") ?? "–";
    console.log(
      `| ${report.measured} | ${event}: ${kind} | ${items} | ${tokens} | ${percent(used)} | ${percent(control)} | ${interval} |`,
    );
  }
  const { ranking, silence, silent, solutions, tokensPerSession } = report;
  console.log(
    `\n${tokensPerSession.mean} tokens a session (median ${tokensPerSession.median}); rank 1: Pawl ${percent(ranking.pawl)}, FTS5 ${percent(ranking.fts)}, newest ${percent(ranking.newest)} of ${ranking.queries}; silent ${percent(silence.firstSilent)} of first prompts, ${percent(silent)} of all; solutions ${solutions.cured} of ${solutions.known}, ${solutions.atPassingRuns} at passing runs\n`,
  );
}
