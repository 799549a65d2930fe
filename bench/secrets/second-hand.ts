/** Secrets and harmless texts by someone who saw neither the rules nor the other corpus; only totals are looked at. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generators, pieces } from "../corpora/secrets-second-hand/generators.mjs";
import type { Case, Harmless } from "./corpus.ts";

const FOLDER = join(import.meta.dir, "..", "corpora", "secrets-second-hand");

/** `a` may be measured while rules are written, `b` only when they are done. */
export type Half = "a" | "b";

const halfOf = (id: string): Half => (Number(Bun.hash.crc32(`half ${id}`)) & 1 ? "a" : "b");

const rowsOf = <T extends { id: string }>(name: string, half: Half): T[] =>
  readFileSync(join(FOLDER, name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): T => JSON.parse(line))
    .filter(({ id }) => halfOf(id) === half);

function createRandom(seed: string): () => number {
  let state = Number(Bun.hash.crc32(seed)) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let x = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
  };
}

interface Row {
  id: string;
  class: string;
  text: string;
  generator: string;
  generator2?: string;
}

export function secondHandCases(half: Half, seed: number): Case[] {
  return rowsOf<Row>("secrets.jsonl", half).map((row) => {
    const draw = (name: string | undefined) =>
      name === undefined ? undefined : generators[name]?.(createRandom(`${seed} ${row.id} ${name}`));
    const [first = "", second] = [draw(row.generator), draw(row.generator2)];
    const text = row.text.replaceAll("{{SECRET}}", () => first).replaceAll("{{SECRET2}}", () => second ?? "");
    const forms = [...pieces(first), ...(second === undefined ? [] : pieces(second))];
    return { id: row.id, class: row.class, text, forms };
  });
}

export const secondHandHarmless = (half: Half): Harmless[] => rowsOf("harmless.jsonl", half);
