/**
 * A project with few memories: asked about what one of them says, and about what none of them says although it sounds
 * alike (the rest of the corpus has the same subjects). The matching alone, without the service.
 */
import { addText, bestMatch, createMatchIndex } from "../../src/memory/client/match.ts";
import { toAllWords } from "../../src/text/distinctive-words.ts";
import type { Fact } from "./corpus.ts";

const SIZES = [3, 5, 10, 20, 50];
/** Of the prompts that none of them answers, so many are asked in each round. */
const ALIEN_SHARE = 0.2;

export function printSmallSets(facts: readonly Fact[]): void {
  console.log("\n| memories in the project | its own | another's, where none is right |");
  console.log("|---:|---:|---:|");
  for (const size of SIZES) {
    const { own, other } = measure(facts, size);
    console.log(`| ${size} | ${percent(own)} | ${percent(other)} |`);
  }
}

function measure(facts: readonly Fact[], size: number): { own: number; other: number } {
  const random = createRandom(7);
  const counts = { own: 0, ownAsked: 0, other: 0, otherAsked: 0 };
  for (let round = 0; round < 200 / size; round++) {
    const set = shuffled(facts, random).slice(0, size);
    const index = createMatchIndex();
    for (const { id, title, description, body } of set)
      addText(index, { id, head: `${id} ${title} ${description}`, body });
    for (const fact of facts) {
      const isOwn = set.includes(fact);
      for (const prompt of fact.prompts) {
        if (!isOwn && random() > ALIEN_SHARE) continue;
        const found = bestMatch([...new Set(toAllWords(prompt))], index);
        if (isOwn) counts.ownAsked++;
        else counts.otherAsked++;
        if (isOwn && found?.id === fact.id) counts.own++;
        if (!isOwn && found !== undefined) counts.other++;
      }
    }
  }
  return { own: counts.own / counts.ownAsked, other: counts.other / counts.otherAsked };
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** The same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
