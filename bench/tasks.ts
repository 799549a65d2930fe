/**
 * `bun bench/tasks.ts [--times N] [--check]`: what a `tasks.md` of 10 MB costs the first time that it is read, found and
 * parsed, in a process that has parsed nothing before. Processor time: other work on the machine does not count.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeMachine } from "./machine.ts";
import { interleave, median, percentile } from "./statistics.ts";
import { missed, ms, type Row, toMarkdown } from "./table.ts";

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "11" },
    check: { type: "boolean", default: false },
    read: { type: "string" },
  },
});
const BYTES = 10_000_000;
const MOST_MS = 40;

const LISTS: Record<string, string> = {
  "ticked boxes": "- [x] one more thing is done\n",
  "open boxes": "- [ ] one more thing to do\n",
  "nested, starred and numbered boxes": "* [x] one part\n  1. [ ] a step of it\n\t+ [X] and a detail\n",
  "boxes in Chinese": "- [x] 登入功能的一個任務已經完成\n",
  "boxes with a comment each": "- [x] one more thing is done <!-- id 7 -->\n",
  "headings and prose":
    "## Part\n\nSome words about the part, as people write them, with a [link](to/a/file).\n\n",
};

if (values.read === undefined) compare();
else await readOnce(values.read);

async function readOnce(folder: string): Promise<void> {
  const { activeFeature } = await import("../src/work/spec-files.ts");
  const before = process.cpuUsage();
  const feature = activeFeature(folder);
  const { user, system } = process.cpuUsage(before);
  if (feature?.open[0] !== "THE LAST") throw new Error("The last task was not found.");
  console.log((user + system) / 1000);
}

function compare(): void {
  const root = mkdtempSync(join(tmpdir(), "pawl-tasks-"));
  try {
    const folders = Object.entries(LISTS).map(([name, line], index) => {
      const folder = join(root, `${index}`);
      const feature = join(folder, "specs", "features", "in-progress", "huge");
      mkdirSync(feature, { recursive: true });
      const text = line.repeat(Math.ceil(BYTES / Buffer.byteLength(line)));
      // Those under a `Tasks` heading come first, so the end of the file decides what is at the top.
      writeFileSync(join(feature, "tasks.md"), `${text}# Tasks\n- [ ] THE LAST\n`);
      return { name, folder, spent: [] as number[] };
    });
    for (let round = 0; round < Number(values.times); round++) {
      for (const { folder, spent } of interleave(folders, round)) spent.push(measure(folder));
    }
    const rows = folders.map(({ name, spent }): Row => {
      const value = median(spent);
      return {
        what: `10 MB of ${name}`,
        median: ms(value),
        p95: ms(percentile(spent, 95)),
        limit: { value, most: MOST_MS, text: `≤ ${MOST_MS} ms` },
      };
    });
    console.log(`${describeMachine()}\n\n${toMarkdown(rows)}`);
    if (values.check && missed(rows).length > 0) process.exitCode = 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function measure(folder: string): number {
  const run = Bun.spawnSync([process.execPath, import.meta.path, "--read", folder]);
  if (run.exitCode !== 0) throw new Error(`A reader failed: ${run.stderr}`);
  return Number(run.stdout.toString());
}
