/**
 * bun bench/titles.ts [--seed N] [--show N] <folder of sessions (.jsonl or .jsonl.gz)>…
 *
 * Imports each folder and judges the titles that every list shows: none shared by more than two sessions or 2 %, none of
 * fewer than three words unless the session's prompts have no more. Prints some at random for a person to read.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { toSessionTitle } from "../src/text/title.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, show: { type: "string", default: "50" } },
});

interface Listed {
  id: string;
  title: string;
  prompts: number;
}

const all: Listed[] = [];
let isBad = false;
for (const folder of positionals) {
  const work = mkdtempSync(join(tmpdir(), "pawl-titles-"));
  try {
    for (const name of readdirSync(folder).filter((each) => /\.jsonl(?:\.gz)?$/.test(each))) {
      const bytes = readFileSync(join(folder, name));
      writeFileSync(join(work, basename(name, ".gz")), name.endsWith(".gz") ? Bun.gunzipSync(bytes) : bytes);
    }
    const run = (...args: string[]) => {
      const command = [process.execPath, join(import.meta.dir, "../src/cli/main.ts"), ...args, "--json"];
      const env = { PATH: process.env.PATH ?? "", HOME: work, PAWL_HOME: join(work, "home") };
      return JSON.parse(Bun.spawnSync(command, { cwd: work, env }).stdout.toString());
    };
    run("import", work);
    const sessions: Listed[] = run("sessions", "--limit", "100000").sessions;
    const named = sessions.filter(({ prompts }) => prompts > 0);
    const shared = [...Map.groupBy(named, ({ title }) => title)]
      .map(([title, { length }]) => ({ title, length }))
      .filter(({ length }) => length > Math.max(2, named.length * 0.02));
    const short = named.filter(({ id, title }) => {
      if (words(title) >= 3) return false;
      const said: { prompts: { text: string }[] } = run("session", id);
      const from = said.prompts.find(({ text }) => toSessionTitle(text).title === title);
      return from === undefined || words(from.text) > words(title);
    });
    console.log(
      `${basename(folder)}: ${named.length} sessions with prompts, ${new Set(named.map(({ title }) => title)).size} titles`,
    );
    for (const { title, length } of shared) console.log(`  shared by ${length}: ${title}`);
    for (const { id, title } of short) console.log(`  short: ${id.slice(0, 8)} ${title}`);
    isBad ||= shared.length + short.length > 0;
    all.push(...named);
  } finally {
    rmSync(work, { recursive: true });
  }
}
const order = (id: string) => Bun.hash(`${values.seed} ${id}`);
const drawn = all.sort((a, b) => (order(a.id) < order(b.id) ? -1 : 1)).slice(0, Number(values.show));
for (const { id, title } of drawn) console.log(`${id.slice(0, 8)}  ${title}`);
process.exitCode = isBad ? 1 : 0;

function words(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
