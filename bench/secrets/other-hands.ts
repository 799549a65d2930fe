/** Secrets and harmless texts by people who saw neither the rules nor the first set. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fifth from "../corpora/secrets-fifth-hand/generators.mjs";
import * as fourth from "../corpora/secrets-fourth-hand/generators.mjs";
import * as second from "../corpora/secrets-second-hand/generators.mjs";
import * as third from "../corpora/secrets-third-hand/generators.mjs";
import type { Case, Harmless } from "./corpus.ts";

const HANDS = { second, third, fourth, fifth };
export type Hand = keyof typeof HANDS;

const linesOf = <T>(hand: string, name: string): T[] =>
  readFileSync(join(import.meta.dir, "..", "corpora", `secrets-${hand}-hand`, name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): T => JSON.parse(line));

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

export function casesBy(hand: Hand, seed: number): Case[] {
  const { generators, pieces } = HANDS[hand];
  return linesOf<Row>(hand, "secrets.jsonl").map((row) => {
    const draw = (name: string | undefined) =>
      name === undefined ? undefined : generators[name]?.(createRandom(`${seed} ${row.id} ${name}`));
    const [first = "", second] = [draw(row.generator), draw(row.generator2)];
    const text = row.text.replaceAll("{{SECRET}}", () => first).replaceAll("{{SECRET2}}", () => second ?? "");
    const forms = [...pieces(first), ...(second === undefined ? [] : pieces(second))];
    return { id: row.id, class: row.class, text, forms };
  });
}

export const harmlessBy = (hand: Hand): Harmless[] => linesOf(hand, "harmless.jsonl");

export type HalvedHand = "sixth" | "seventh" | "eighth";

/** Later hands wrote their values into the texts. Half A is for tuning; half B is run once, when the rules are done. */
export function splitHand(hand: HalvedHand, half: "a" | "b"): { cases: Case[]; harmless: Harmless[] } {
  const rows = linesOf<{ id: string; class: string; text: string; secret?: string }>(
    hand,
    `half-${half}.jsonl`,
  );
  return {
    cases: rows.flatMap(({ secret, ...row }) =>
      secret === undefined ? [] : [{ ...row, forms: fifth.pieces(secret) }],
    ),
    harmless: rows.filter((row) => row.secret === undefined),
  };
}
