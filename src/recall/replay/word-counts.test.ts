import { expect, test } from "bun:test";
import { createWordCounts } from "./word-counts.ts";

test("a word is rare by the other sessions of the project; the judged one and other projects do not count", () => {
  const counts = createWordCounts();
  const session = (text: string) => ({ prompts: [{ text }], responses: [] });
  for (let i = 0; i < 20; i++)
    counts.add("/shop", session(i < 3 ? "quantum ledger" : i < 5 ? "ledger" : "other"));
  for (let i = 0; i < 9; i++) counts.add("/elsewhere", session("remainder"));
  const own = counts.add("/shop", session("quantum remainder"));
  const isRare = counts.rareFor("/shop", own);
  // Two of the twenty others may say it: a tenth.
  expect(["quantum", "ledger", "remainder", "unheard"].filter(isRare)).toEqual(["remainder", "unheard"]);
});
