/**
 * Rules, requests to remember and decisions in prompts that other hands wrote. The weights of `src/memory/learn` are fitted to
 * the corpora by five hands, rules to those by four: a figure on one of them counts only if it was left out.
 *
 *   bun bench/rules.ts [--corpus memory-second-hand] [--half A|B] [--wrong] [--left-out] [--check]
 *
 * --left-out: reads the corpus with weights that are fitted without it. --check: exit code 1 if a limit is missed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { saidWeights } from "../generate/said-weights.ts";
import ASK from "../src/memory/learn/ask-weights.json" with { type: "json" };
import DECISION from "../src/memory/learn/decision-weights.json" with { type: "json" };
import { readPrompt } from "../src/memory/learn/read-prompt.ts";
import RULE from "../src/memory/learn/rule-weights.json" with { type: "json" };
import { halfOf } from "./halves.ts";

interface Case {
  id: string;
  lang: string;
  label: string;
  kind?: string;
  prompt: string;
  sentence?: string;
  what?: string;
}

const { values } = parseArgs({
  options: {
    corpus: { type: "string", default: "memory" },
    half: { type: "string" },
    wrong: { type: "boolean" },
    "left-out": { type: "boolean" },
    check: { type: "boolean" },
  },
});
const halves = values.half === undefined ? ["A", "B"] : [values.half];

function casesOf(file: string, half: string): Case[] {
  const text = readFileSync(join(import.meta.dir, "corpora", values.corpus, `${file}.jsonl`), "utf8");
  const all = text.trim().split("\n");
  return all.map((line) => JSON.parse(line) as Case).filter(({ id }) => halfOf(id) === half);
}

if (values["left-out"] === true) {
  const fitted = saidWeights(values.corpus);
  for (const [weights, text] of [
    [RULE, fitted.rule],
    [ASK, fitted.ask],
    [DECISION, fitted.decision],
  ] as const) {
    for (const feature of Object.keys(weights)) Reflect.deleteProperty(weights, feature);
    Object.assign(weights, JSON.parse(text));
  }
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
/** The reader found the marked sentence, or a part of it. */
function isSame(found: string, sentence: string): boolean {
  const [a, b] = [letters(found), letters(sentence)];
  return a.includes(b) || b.includes(a);
}

/** Every word must be in what is kept; an ending may differ. */
const holds = (text: string, what: string) =>
  what
    .split(" ")
    .every((word) => letters(text).includes(letters(word).slice(0, Math.max(4, word.length - 2))));

let failed = false;
function line(name: string, part: number, whole: number, limit?: { least?: number; most?: number }) {
  const share = whole === 0 ? 0 : part / whole;
  const missed =
    (limit?.least !== undefined && share < limit.least) || (limit?.most !== undefined && share > limit.most);
  failed ||= missed;
  const bound = limit === undefined ? "" : `  (limit ${limit.least ?? limit.most})`;
  console.log(
    `${name.padEnd(44)} ${part} of ${whole}  ${(100 * share).toFixed(1)} %${bound}${missed ? "  MISSED" : ""}`,
  );
}
const show = (why: string, { id, lang, kind, prompt }: Case) => {
  if (values.wrong === true) console.log(`  ${why} ${id} ${lang} ${kind ?? ""}: ${JSON.stringify(prompt)}`);
};

for (const half of halves) {
  console.log(`half ${half}`);
  const rules = casesOf("rules", half);
  const real = rules.filter(({ label }) => label === "rule");
  const none = rules.filter(({ label }) => label === "none");
  const found = (one: Case) => Object.values(readPrompt(one.prompt)).flat();
  const count = (cases: Case[], why: string, test: (one: Case) => boolean, isWrong: boolean) =>
    cases.filter((one) => {
      const is = test(one);
      if (is === isWrong) show(why, one);
      return is;
    }).length;
  const hits = (one: Case) => found(one).filter(({ text }) => isSame(text, one.sentence ?? ""));
  line(
    "real rules active or asked about",
    count(real, "missed", (one) => hits(one).length > 0, false),
    real.length,
    { least: 0.8 },
  );
  line(
    "… active at once",
    real.filter((one) => hits(one).some(({ clarity }) => clarity === "clear")).length,
    real.length,
  );
  const isActive = (one: Case) => found(one).some(({ clarity }) => clarity === "clear");
  line("none, active", count(none, "ACTIVE", isActive, true), none.length, { most: 0.02 });
  line(
    "none, asked about",
    count(none, "asked", (one) => found(one).length > 0 && !isActive(one), true),
    none.length,
  );

  for (const [file, label, key] of [
    ["asks", "remember", "asks"],
    ["decisions", "decision", "decisions"],
  ] as const) {
    const cases = casesOf(file, half);
    const right = cases.filter((one) => {
      const said = readPrompt(one.prompt)[key];
      const isRight =
        one.label === label ? said.some(({ text }) => holds(text, one.what ?? "")) : said.length === 0;
      if (!isRight) show(one.label, one);
      return isRight;
    });
    line(file, right.length, cases.length, { least: 0.9 });
  }
}
if (values.check === true && failed) process.exitCode = 1;
