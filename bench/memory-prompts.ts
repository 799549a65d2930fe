/** 60 prompts against 30 memories by another hand: how many get the memory they should, how many unrelated ones get any. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { recallMemories } from "../src/recall/blocks/prompt.ts";
import { toQuery } from "../src/recall/blocks/query.ts";
import type { MemoryFact } from "../src/recall/blocks/types.ts";
import { halfOf } from "./halves.ts";

const [wanted = "A", corpus = "memory-second-hand"] = process.argv.slice(2);
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
  const { facts } = recallMemories({ query: toQuery(prompt), memories, isWhole: true, now: 0, injected });
  const found = facts.map(({ uri }) => uri.slice("project://".length));
  if (expected.length === 0) {
    counts.unrelated++;
    if (found.length > 0) counts.wrong++;
  } else {
    counts.should++;
    if (expected.some((one) => found.includes(one))) counts.got++;
  }
  const isRight = expected.length === 0 ? found.length === 0 : expected.some((one) => found.includes(one));
  // Half B is never looked at line by line.
  if (!isRight && wanted === "A") console.log(`${id}: ${prompt} → ${found.join(", ") || "nothing"}`);
}
console.log(
  `half ${wanted}: ${counts.got} of ${counts.should} get theirs; ${counts.wrong} of ${counts.unrelated} unrelated get one`,
);
