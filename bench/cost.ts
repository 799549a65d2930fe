/**
 * bun bench/cost.ts <folder of sessions (.jsonl or .jsonl.gz)>…
 *
 * `pawl cost` beside ccusage 17 and @ccusage/codex on the same transcripts, in tokens. ccusage counts the first line of an
 * answer of Claude Code, on which the output has hardly begun, and a repeated sum of Codex twice. So both are computed here
 * too: once as Pawl counts, once as ccusage does, and only the second has to agree.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isRollout } from "../src/clients/codex/transcripts/files.ts";
import { readUsage } from "../src/clients/transcripts/read-usage.ts";
import type { Usage } from "../src/clients/usage.ts";
import { collectUsage } from "../src/history/cost/read.ts";

type Tokens = Pick<Usage, "input" | "output" | "cacheRead" | "cacheWrite">;
const KINDS = ["input", "output", "cacheRead", "cacheWrite"] as const;
/** Above this share of difference a kind of token is named as different. */
const SAME = 0.01;

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error("Which folder? bun bench/cost.ts <folder of sessions>…");
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), "pawl-cost-"));
try {
  const claude = join(work, "claude", "projects", "p");
  const codex = join(work, "codex", "sessions");
  for (const dir of [claude, codex]) mkdirSync(dir, { recursive: true });
  folders.forEach(unpack);
  install();
  const theirs = ccusage("ccusage", { CLAUDE_CONFIG_DIR: join(work, "claude") });
  await compare("Claude Code", claude, theirs, await firstLines(claude));
  await compare(
    "Codex",
    codex,
    ccusage("ccusage-codex", { CODEX_HOME: join(work, "codex") }),
    repeated(codex),
  );

  function unpack(folder: string): void {
    for (const name of readdirSync(folder).filter((each) => /\.jsonl(?:\.gz)?$/.test(each))) {
      const packed = readFileSync(join(folder, name));
      const plain = basename(name, ".gz");
      const content = name.endsWith(".gz") ? Bun.gunzipSync(packed) : packed;
      writeFileSync(join(isRollout(plain) ? codex : claude, plain), content);
    }
  }
} finally {
  rmSync(work, { recursive: true });
}

function install(): void {
  writeFileSync(join(work, "package.json"), "{}");
  const args = ["npm", "install", "--no-audit", "--no-fund", "ccusage@17", "@ccusage/codex@17"];
  const { exitCode, stderr } = Bun.spawnSync(args, { cwd: work });
  if (exitCode !== 0) throw new Error(`ccusage cannot be installed: ${stderr.toString().trim()}`);
}

function ccusage(program: string, env: Record<string, string>): Tokens {
  const command = [join(work, "node_modules", ".bin", program), "daily", "--offline", "--json"];
  const bare = { PATH: process.env.PATH ?? "", HOME: work, TZ: "UTC", ...env };
  const { totals } = JSON.parse(Bun.spawnSync(command, { cwd: work, env: bare }).stdout.toString() || "{}");
  // Codex counts what came from the cache as input.
  const cached = totals?.cachedInputTokens ?? 0;
  return {
    input: (totals?.inputTokens ?? 0) - cached,
    output: totals?.outputTokens ?? 0,
    cacheRead: totals?.cacheReadTokens ?? cached,
    cacheWrite: totals?.cacheCreationTokens ?? 0,
  };
}

/** Of Claude Code: the first line of each answer. */
async function firstLines(dir: string): Promise<Tokens> {
  const first = new Map<string, Usage>();
  for (const name of readdirSync(dir))
    for await (const usage of readUsage(join(dir, name)))
      if (!first.has(usage.key)) first.set(usage.key, usage);
  return sum([...first.values()]);
}

/** Of Codex: what every count says was added last, also one that repeats the sum before it. */
function repeated(dir: string): Tokens {
  const total = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const name of readdirSync(dir))
    for (const line of readFileSync(join(dir, name), "utf8").split("\n")) {
      if (!line.includes('"token_count"')) continue;
      const last = JSON.parse(line).payload?.info?.last_token_usage;
      if (last == null) continue;
      total.input += last.input_tokens - last.cached_input_tokens;
      total.output += last.output_tokens;
      total.cacheRead += last.cached_input_tokens;
    }
  return total;
}

async function compare(title: string, dir: string, theirs: Tokens, asTheirs: Tokens): Promise<void> {
  const { usages, files } = await collectUsage([dir]);
  const ours = sum(usages);
  console.log(`\n${title}: ${files} files, ${usages.length} answers`);
  console.log(
    "| tokens | pawl | as ccusage counts | ccusage | difference |\n| --- | --- | --- | --- | --- |",
  );
  for (const kind of KINDS) {
    const cells = [kind, ours[kind], asTheirs[kind], theirs[kind], share(asTheirs[kind], theirs[kind])];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

function sum(usages: readonly Usage[]): Tokens {
  const total = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const usage of usages) {
    for (const kind of KINDS) total[kind] += usage[kind];
    total.cacheWrite += usage.cacheWriteHour;
  }
  return total;
}

function share(ours: number, theirs: number): string {
  const difference = theirs === 0 ? ours : ours / theirs - 1;
  return `${(difference * 100).toFixed(2)} %${Math.abs(difference) > SAME ? "  (differs)" : ""}`;
}
