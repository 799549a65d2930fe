/**
 * How well secrets are found: `bun bench/secrets.ts [--show] [directory of sessions]…`.
 *
 * Recall by group on both halves of the corpus, over several seeds. A secret counts as found only if no form of it
 * survives, and no piece of eight characters or half of it either. Then false alarms: on the corpus's harmless texts, on
 * the tool calls of the client's transcripts in each directory, and on 50 MB of source code from `node_modules`.
 * Prints figures only; `--show` also prints what was missed in the own half and each alarm, with the values masked;
 * `--own` leaves the blind half out.
 */
import { join } from "node:path";
import { Glob } from "bun";
import { findSecrets, redactText } from "../src/redact/index.ts";
import { loadBlindHalf } from "./secrets/blind.ts";
import type { Case, Harmless } from "./secrets/corpus-case.ts";
import { ownCases, ownHarmless } from "./secrets/own/index.ts";
import { toolCallsIn } from "./secrets/transcripts.ts";

const SEEDS = [1, 2, 3, 4, 5];
const SOURCE_BYTES = 50_000_000;
const SHORTEST_PIECE = 8;

const show = process.argv.includes("--show");
const ownOnly = process.argv.includes("--own");
const directories = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));

const percent = (part: number, whole: number) =>
  whole === 0 ? "–" : `${((part / whole) * 100).toFixed(1)} %`;

/** The whole form, or a piece of it that is long enough to be of use. */
function survives(redacted: string, form: string): boolean {
  const length = Math.min(form.length, Math.max(SHORTEST_PIECE, Math.ceil(form.length / 2)));
  for (let at = 0; at + length <= form.length; at++) {
    if (redacted.includes(form.slice(at, at + length))) return true;
  }
  return false;
}

function measureRecall(casesOf: (seed: number) => Case[]) {
  const groups = new Map<string, { found: number; all: number; missed: Map<string, string> }>();
  for (const seed of SEEDS) {
    for (const one of casesOf(seed)) {
      const group = groups.get(one.group) ?? { found: 0, all: 0, missed: new Map() };
      groups.set(one.group, group);
      group.all++;
      const redacted = redactText(one.text(one.secret));
      if (one.forms.some((form) => survives(redacted, form))) group.missed.set(one.id, redacted);
      else group.found++;
    }
  }
  return groups;
}

function printRecall(title: string, casesOf: (seed: number) => Case[], withMissed: boolean): void {
  const groups = measureRecall(casesOf);
  const total = { found: 0, all: 0 };
  console.log(`\n${title}: ${casesOf(1).length} forms, ${SEEDS.length} seeds`);
  for (const [group, { found, all, missed }] of groups) {
    total.found += found;
    total.all += all;
    console.log(`  ${group.padEnd(24)}${percent(found, all).padStart(8)}  ${found} of ${all}`);
    if (withMissed)
      for (const [id, text] of missed) console.log(`    ${id}\t${JSON.stringify(text.slice(0, 200))}`);
  }
  console.log(
    `  ${"all".padEnd(24)}${percent(total.found, total.all).padStart(8)}  ${total.found} of ${total.all}`,
  );
}

function printHarmless(textsOf: (seed: number) => Harmless[], withFound: boolean): void {
  const texts = SEEDS.flatMap((seed) => textsOf(seed));
  const alarmed = texts.filter(({ text }) => findSecrets(text).length > 0);
  console.log(
    `  harmless look-alikes with a finding: ${alarmed.length} of ${texts.length} (${percent(alarmed.length, texts.length)})`,
  );
  if (withFound)
    for (const { id, text } of alarmed)
      console.log(`    ${id}\t${JSON.stringify(redactText(text).slice(0, 200))}`);
}

const mask = (text: string) =>
  text.replace(/[A-Za-z0-9]/g, (char) => (/\d/.test(char) ? "9" : /[A-Z]/.test(char) ? "A" : "a"));

function alarmsIn(text: string, where: string): number {
  const found = findSecrets(text);
  if (show) {
    for (const { kind, start, end } of found.slice(0, 5)) {
      const value = mask(text.slice(start, Math.min(end, start + 70)));
      const line = `${text.slice(Math.max(0, start - 70), start)}⟦${value}⟧${text.slice(end, end + 24)}`;
      console.log(`    ${where}\t${kind}\t${JSON.stringify(line)}`);
    }
  }
  return found.length;
}

async function printSessions(directory: string): Promise<void> {
  const calls = new Map<string, number>();
  let folders = 0;
  for await (const { id, texts } of toolCallsIn(directory)) {
    calls.set(id, calls.get(id) ?? 0);
    for (const text of texts) {
      const found = alarmsIn(text, "call");
      if (found > 0) calls.set(id, (calls.get(id) ?? 0) + found);
      folders += findSecrets(text).filter(({ start }) =>
        /\bpwd["']?\s*[:=]\s*["']?$/i.test(text.slice(Math.max(0, start - 12), start)),
      ).length;
    }
  }
  const hit = [...calls.values()].filter((found) => found > 0).length;
  const rate = ((hit / calls.size) * 1000).toFixed(2);
  console.log(
    `  ${calls.size} tool calls, ${hit} with a finding (${rate} in 1000), of which PWD: ${folders}`,
  );
}

async function printSource(): Promise<void> {
  const root = join(import.meta.dir, "..", "node_modules");
  const paths = await Array.fromAsync(
    new Glob("**/*.{js,mjs,cjs,ts,mts,cts,tsx,json,md,css,html,py,c,h,sh}").scan({
      cwd: root,
      followSymlinks: false,
    }),
  );
  let [bytes, files, findings] = [0, 0, 0];
  for (const path of paths.sort()) {
    if (bytes >= SOURCE_BYTES) break;
    const text = await Bun.file(join(root, path)).text();
    bytes += text.length;
    files++;
    findings += alarmsIn(text, path);
  }
  console.log(
    `  ${(bytes / 1e6).toFixed(1)} MB of source in ${files} files, ${findings} findings (${(findings / (bytes / 1e6)).toFixed(2)} in a MB)`,
  );
}

printRecall("Own half", ownCases, show);
printHarmless(ownHarmless, show);
if (!ownOnly) {
  const blind = await loadBlindHalf();
  if (blind === undefined) console.log("\nBlind half: none written yet (bench/secrets/README.md)");
  else {
    printRecall("Blind half", blind.cases, false);
    printHarmless(blind.harmless, false);
  }
}
console.log("\nFalse alarms");
for (const directory of directories) await printSessions(directory);
await printSource();
