/**
 * Prompts against 30 memories by another hand: how many get the memory they should, how many unrelated ones get any.
 *
 *   bun bench/memory-prompts.ts [A|B|all] [corpus] [--left-out]
 *
 * --left-out: the words that all programmers use are counted without this hand's prompts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { commonWords } from "../generate/said-weights.ts";
import { recallMemories } from "../src/recall/blocks/prompt.ts";
import { toQuery } from "../src/recall/blocks/query.ts";
import type { MemoryFact } from "../src/recall/blocks/types.ts";
import COMMON from "../src/text/common-words.json" with { type: "json" };
import { halfOf } from "./halves.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { "left-out": { type: "boolean" } },
});
const [wanted = "A", corpus = "memory-second-hand"] = positionals;
if (values["left-out"] === true) Object.assign(COMMON, JSON.parse(commonWords(corpus)));
const read = <T>(name: string): T[] =>
  readFileSync(join(import.meta.dir, "corpora", corpus, `${name}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const memories: MemoryFact[] = read<{ id: string; text: string; condition: string }>("memories").map(
  ({ id, text, condition }) => ({
    uri: `project://${id}`,
    text,
    at: 0,
    priority: 5,
    ...(condition === "" ? {} : { disclosure: condition }),
  }),
);
const injected = { sessions: new Set<string>(), uris: new Set<string>(), texts: new Set<string>() };
const counts = { should: 0, got: 0, unrelated: 0, wrong: 0 };
const prompts = read<{ id: string; prompt: string; memories: string[] }>("prompts");
for (const { id, prompt, memories: expected } of prompts) {
  if (wanted !== "all" && halfOf(id) !== wanted) continue;
  const { facts } = recallMemories({ query: toQuery(prompt), memories, now: 0, injected });
  const found = facts.map(({ uri }) => uri.slice("project://".length));
  if (expected.length === 0) {
    counts.unrelated++;
    if (found.length > 0) counts.wrong++;
  } else {
    counts.should++;
    if (expected.some((one) => found.includes(one))) counts.got++;
  }
  const isRight = expected.length === 0 ? found.length === 0 : expected.some((one) => found.includes(one));
  // Half B of a hand that nothing is tuned on is not looked at line by line.
  if (!isRight && wanted !== "B") console.log(`${id}: ${prompt} → ${found.join(", ") || "nothing"}`);
}
console.log(
  `half ${wanted}: ${counts.got} of ${counts.should} get theirs; ${counts.wrong} of ${counts.unrelated} unrelated get one`,
);
