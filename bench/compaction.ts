/**
 * What survives compaction, on real sessions. Of the files in use, working commands, standing rules, open items and open
 * failures before each compaction: the share that the client's own summary contains, and the share that the model has
 * with the context that Pawl restores.
 *
 *   bun bench/compaction.ts <folder of .jsonl or .jsonl.gz transcripts> [--json] [--lost]
 *
 * `--lost` prints what the restored context does not name.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { messagesFor } from "../src/locale/index.ts";
import { renderRestore } from "../src/work/workflow/restore.ts";
import { workingSet } from "../src/work/workflow/working-set.ts";
import { type Checked, checkText } from "./kept-in-text.ts";
import { failedAsTyped, plainSet } from "./plain-set.ts";
import { readHistory, type Transcript } from "./transcript-history.ts";

const ROWS = ["files", "commands", "standing", "open", "failures"] as const satisfies Checked[];
const PLAIN = ["files", "commands", "standing", "failures"] as const satisfies Checked[];
const AGAIN = ["files", "commands"] as const satisfies Checked[];
type Row =
  | (typeof ROWS)[number]
  | "as typed"
  | `plain ${(typeof PLAIN)[number]}`
  | `again ${(typeof AGAIN)[number]}`;

interface Tally {
  total: number;
  summary: number;
  restore: number;
  both: number;
}

const tallies = new Map<Row, Tally>();
const costs: number[] = [];
const times: number[] = [];
const messages = messagesFor("en");

const folder = process.argv[2];
if (folder === undefined || folder.startsWith("-")) {
  console.error("Name a folder of transcripts: bun bench/compaction.ts <folder> [--json]");
  process.exit(folder === "--help" ? 0 : 2);
}

for (const name of readdirSync(folder).sort()) {
  if (/\.jsonl(\.gz)?$/.test(name)) measure(readHistory(join(folder, name)));
}
report();

function measure(transcript: Transcript): void {
  for (const compaction of transcript.compactions) {
    const history = {
      prompts: transcript.prompts.slice(0, compaction.prompts),
      observations: transcript.observations.slice(0, compaction.observations),
      responses: transcript.responses.slice(0, compaction.responses),
    };
    const began = performance.now();
    const set = workingSet(history, transcript.project);
    const restore = renderRestore(set, messages);
    times.push(performance.now() - began);
    costs.push(restore.tokens);

    const texts = [compaction.summary, restore.text, `${compaction.summary}\n${restore.text}`] as const;
    const checks = texts.map((text) => checkText(set, text));
    for (const row of ROWS) {
      add(
        row,
        set[row].length,
        checks.map((check) => check[row].kept),
      );
    }
    const plain = plainSet(history, transcript.project);
    for (const row of PLAIN) {
      add(
        `plain ${row}`,
        plain[row].length,
        texts.map((text) => checkText(plain, text)[row].kept),
      );
    }
    const next = plainSet(since(transcript, compaction.observations), transcript.project);
    const kept = {
      ...plain,
      files: plain.files.filter(({ path }) => next.files.some((file) => file.path === path)),
      commands: plain.commands.filter(({ command }) => next.commands.some((run) => run.command === command)),
    };
    for (const row of AGAIN) {
      add(
        `again ${row}`,
        kept[row].length,
        texts.map((text) => checkText(kept, text)[row].kept),
      );
      if (process.argv.includes("--lost"))
        for (const one of checkText(kept, texts[1])[row].lost) console.error(`lost ${row}: ${one}`);
    }
    if (process.argv.includes("--lost"))
      for (const one of checkText(plain, texts[1]).failures.lost) console.error(`lost failure: ${one}`);
    const typed = { ...plain, failures: failedAsTyped(history) };
    add(
      "as typed",
      typed.failures.length,
      texts.map((text) => checkText(typed, text).failures.kept),
    );
  }
}

/** Its next hundred tool calls. */
function since({ observations }: Transcript, from: number) {
  return { prompts: [], responses: [], observations: observations.slice(from, from + 100) };
}

function add(row: Row, total: number, [summary = 0, restore = 0, both = 0]: number[]): void {
  const tally = tallies.get(row) ?? { total: 0, summary: 0, restore: 0, both: 0 };
  tally.total += total;
  tally.summary += summary;
  tally.restore += restore;
  tally.both += both;
  tallies.set(row, tally);
}

function report(): void {
  const sorted = (values: number[]): number[] => values.sort((a, b) => a - b);
  const middle = (values: number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0;
  const compactions = costs.length;
  const tokens = { median: middle(costs), most: costs.at(-1) ?? 0 };
  const ms = { median: middle(times), most: times.at(-1) ?? 0 };
  if (process.argv.includes("--json")) {
    console.log(JSON.stringify({ compactions, rows: Object.fromEntries(tallies), tokens, ms }));
    return;
  }
  const titles: Record<Row, string> = {
    files: "files in play",
    commands: "working commands",
    standing: "standing instructions",
    open: "open items",
    failures: "open failures",
    "plain files": "plain: files of Read, Edit, Write",
    "plain commands": "plain: successful lines with test, build, lint, run …",
    "plain standing": 'plain: user lines with "always" or "never"',
    "again files": "plain: of these files, used again within 100 calls",
    "again commands": "plain: of these commands, run again within 100 calls",
    "plain failures": "plain: failed lines that never succeeded again",
    "as typed": "as typed: every failed or refused line that never succeeded again, with its pipes",
  };
  const share = (kept: number, total: number): string =>
    total === 0 ? "–" : `${((100 * kept) / total).toFixed(1)} %`;
  console.log(`| before ${compactions} compactions | count | client's summary | Pawl's restore | both |`);
  console.log("|---|---:|---:|---:|---:|");
  for (const row of Object.keys(titles) as Row[]) {
    const { total, summary, restore, both } = tallies.get(row) ?? {
      total: 0,
      summary: 0,
      restore: 0,
      both: 0,
    };
    const cells = [titles[row], total, share(summary, total), share(restore, total), share(both, total)];
    console.log(`| ${cells.join(" | ")} |`);
  }
  console.log(
    `\nrestore: ${tokens.median} tokens (most ${tokens.most}), ${ms.median.toFixed(1)} ms (most ${ms.most.toFixed(1)})`,
  );
}
