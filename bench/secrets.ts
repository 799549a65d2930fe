/**
 * How well secrets are found: `bun bench/secrets.ts [--show] [--against FOLDER] [--rules] [--written] [--unseen] [directory of sessions]…`.
 *
 * Recall by class on eight corpora (`secrets/README.md`), false alarms on their harmless texts and on real text of this
 * machine. A secret counts as found only if no form of it survives, and no piece of eight characters or half of it
 * either. `--show` prints what
 * was missed in the first set and each alarm in real text, with the values masked. `--against` names the folder of another
 * version's redactor and counts what only one of the two finds, and what each costs. `--rules` prints beside each rule
 * how many cases it helps to find, and how many only it finds. `--written` leaves real text out. `--unseen` reads
 * the half of the eighth hand that is run once. With a directory of sessions it also says how many records of
 * a store of them the second look changes, after an upgrade from the other version.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { redactionOfStored } from "../src/redact/index.ts";
import type { Finding } from "../src/redact/spans.ts";
import { type Case, type Harmless, harmlessTexts, secretCases, survives } from "./secrets/corpus.ts";
import { casesBy, type HalvedHand, type Hand, harmlessBy, splitHand } from "./secrets/other-hands.ts";
import { realTexts } from "./secrets/real-text.ts";
import { casesByRule } from "./secrets/rules.ts";
import { toolCallsIn } from "./secrets/transcripts.ts";

interface Redactor {
  redactText(text: string): string;
  findSecrets(text: string): Finding[];
}

const SEEDS = [1, 2, 3, 4, 5];
const { values: options, positionals: sessions } = parseArgs({
  allowPositionals: true,
  options: {
    show: { type: "boolean" },
    against: { type: "string" },
    rules: { type: "boolean" },
    written: { type: "boolean" },
    unseen: { type: "boolean" },
  },
});
const loaded = (folder: string): Promise<Redactor> => import(join(folder, "index.ts"));
const current = await loaded(join(import.meta.dir, "..", "src", "redact"));
const other = options.against === undefined ? undefined : await loaded(options.against);

const percent = (part: number, whole: number) =>
  whole === 0 ? "–" : `${((part / whole) * 100).toFixed(1)} %`;
const mask = (text: string) =>
  text.replace(/[A-Za-z0-9]/g, (char) => (/\d/.test(char) ? "9" : /[A-Z]/.test(char) ? "A" : "a"));

const isFound = (redactor: Redactor, { text, forms }: Case) => {
  const redacted = redactor.redactText(text);
  return !forms.some((form) => survives(redacted, form));
};

function printRecall(title: string, casesOf: (seed: number) => Case[], show = false): void {
  const classes = new Map<
    string,
    { all: number; found: number; before: number; won: number; lost: number }
  >();
  const missed = new Map<string, Case>();
  for (const seed of SEEDS) {
    for (const one of casesOf(seed)) {
      const count = classes.get(one.class) ?? { all: 0, found: 0, before: 0, won: 0, lost: 0 };
      classes.set(one.class, count);
      const found = isFound(current, one);
      const before = other === undefined ? found : isFound(other, one);
      count.all++;
      count.found += Number(found);
      count.before += Number(before);
      count.won += Number(found && !before);
      count.lost += Number(before && !found);
      if (!found) missed.set(one.id, one);
    }
  }
  console.log(`\n${title}: ${casesOf(1).length} forms, ${SEEDS.length} draws`);
  const sum = { all: 0, found: 0, before: 0, won: 0, lost: 0 };
  for (const [name, count] of [...classes, ["all", sum] as const]) {
    const compared =
      other === undefined
        ? ""
        : `  other ${percent(count.before, count.all)}, only here ${count.won}, only there ${count.lost}`;
    console.log(
      `  ${name.padEnd(20)}${percent(count.found, count.all).padStart(8)}  of ${count.all}${compared}`,
    );
    if (count !== sum) for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += count[key];
  }
  if (show)
    for (const [id, { text }] of missed) console.log(`    ${id}\t${JSON.stringify(text.slice(0, 200))}`);
}

function printHarmless(texts: readonly Harmless[], show = false): void {
  const alarmed = texts.filter(({ text }) => current.findSecrets(text).length > 0);
  const before = other === undefined ? [] : texts.filter(({ text }) => other.findSecrets(text).length > 0);
  console.log(
    `  harmless texts with a finding: ${alarmed.length} of ${texts.length} (${percent(alarmed.length, texts.length)})${other === undefined ? "" : `, other ${before.length}`}`,
  );
  if (show)
    for (const { id, text } of alarmed)
      console.log(`    ${id}\t${JSON.stringify(current.redactText(text).slice(0, 200))}`);
}

async function printRealText(): Promise<void> {
  const sources = new Map<string, { bytes: number; lines: number; found: number; before: number }>();
  const cost = { here: 0, there: 0 };
  for await (const { source, text } of realTexts(sessions)) {
    const count = sources.get(source) ?? { bytes: 0, lines: 0, found: 0, before: 0 };
    sources.set(source, count);
    count.bytes += text.length;
    count.lines += text.split("\n").length;
    const started = performance.now();
    const found = current.findSecrets(text);
    const middle = performance.now();
    const before = other?.findSecrets(text) ?? [];
    cost.here += middle - started;
    cost.there += performance.now() - middle;
    count.found += found.length;
    count.before += before.length;
    if (!options.show) continue;
    for (const { kind, start, end } of found.slice(0, 5)) {
      const value = mask(text.slice(start, Math.min(end, start + 70)));
      const line = `${text.slice(Math.max(0, start - 70), start)}⟦${value}⟧${text.slice(end, end + 24)}`;
      console.log(`    ${source}\t${kind}\t${JSON.stringify(line)}`);
    }
  }
  console.log("\nReal text");
  const sum = { bytes: 0, lines: 0, found: 0, before: 0 };
  for (const [source, count] of [...sources, ["all", sum] as const]) {
    const rate = ((count.found / count.lines) * 1_000).toFixed(4);
    const compared = other === undefined ? "" : `, other ${count.before}`;
    console.log(
      `  ${source.padEnd(16)}${(count.bytes / 1e6).toFixed(1).padStart(6)} MB, ${count.lines} lines, ${count.found} findings (${rate} in 1000 lines)${compared}`,
    );
    if (count !== sum) for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += count[key];
  }
  const perMb = (milliseconds: number) => `${((milliseconds / sum.bytes) * 1e6).toFixed(1)} ms in a MB`;
  console.log(`  cost ${perMb(cost.here)}${other === undefined ? "" : `, other ${perMb(cost.there)}`}`);
}

/** Texts made to slow a scanner down. */
const HOSTILE = [
  ...[
    "a",
    " ",
    '"',
    "\\",
    "{",
    "[",
    '{"a":"',
    "password=",
    "curl -p a1B2c3D4 ",
    'password="',
    "password: password=",
    "eyJ",
    "ghp_",
    "sk-",
  ],
  ...[
    "session=",
    "a,password\n",
    "| password |\n",
    '"kty":',
    "$ token ",
    "aa1Q~",
    "://a:b@",
    "Cookie: a=b; ",
  ],
  ...["password a1B2c3D4! ", "login aB3dE6gH9jK2 ", "пароль ", "密码", "<private>", "A=b\n", "jwt.sign(a,"],
];
const HOSTILE_LENGTH = 200_000;

function printHostile(): void {
  const times = HOSTILE.map((piece) => {
    const text = piece.repeat(Math.ceil(HOSTILE_LENGTH / piece.length)).slice(0, HOSTILE_LENGTH);
    const started = process.cpuUsage().user;
    current.redactText(text);
    return { piece, milliseconds: (process.cpuUsage().user - started) / 1_000 };
  }).sort((a, b) => b.milliseconds - a.milliseconds);
  const [worst] = times;
  console.log(
    `  worst hostile text of 200 kB: ${worst?.milliseconds.toFixed(0)} ms, ${JSON.stringify(worst?.piece)}`,
  );
}

/** What the second look changes in a store of the same sessions, stored by the other version or by this one. */
async function printReopened(): Promise<void> {
  const count = { records: 0, changed: 0 };
  const texts: string[] = [];
  for (const directory of sessions)
    for await (const call of toolCallsIn(directory)) {
      count.records++;
      const stored = call.texts.map((text) => (other ?? current).redactText(text));
      const again = stored.map((text) => redactionOfStored.text(text));
      const at = stored.findIndex((text, index) => text !== again[index]);
      if (at === -1) continue;
      count.changed++;
      texts.push(differenceOf(stored[at] ?? "", again[at] ?? ""));
    }
  console.log(`  store opened again: ${count.changed} of ${count.records} records changed`);
  for (const text of texts.slice(0, 20)) console.log(`    ${JSON.stringify(text)}`);
}

function differenceOf(before: string, after: string): string {
  let at = 0;
  while (before[at] === after[at]) at++;
  return `${before.slice(Math.max(0, at - 60), at)}⟦${mask(before.slice(at, at + 60))}⟧`;
}

printRecall("First set", secretCases, options.show);
printHarmless(harmlessTexts(), options.show);
const printHand = (hand: Hand) => {
  printRecall(`${hand} hand`, (seed) => casesBy(hand, seed));
  printHarmless(harmlessBy(hand));
};
printHand("second");
printHand("third");
printHand("fourth");
printHand("fifth");
const printHalf = (hand: HalvedHand, half: "a" | "b") => {
  const { cases, harmless } = splitHand(hand, half);
  printRecall(`${hand} hand, half ${half}`, () => cases, options.show);
  printHarmless(harmless, options.show);
};
printHalf("sixth", "a");
printHalf("seventh", "a");
printHalf("eighth", options.unseen === true ? "b" : "a");
if (options.written !== true) await printRealText();
printHostile();
if (sessions.length > 0) await printReopened();
if (options.rules)
  for (const { literal, cases, own } of casesByRule())
    console.log(`  ${JSON.stringify(literal).padEnd(32)} finds ${cases}, alone ${own}`);
