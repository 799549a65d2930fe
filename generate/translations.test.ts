import { expect, test } from "bun:test";
import { compareTranslation, translationFaults } from "./translations.ts";

test("S0.10 every language has the keys and placeholders of English", () => {
  expect(translationFaults()).toEqual([]);
});

test("each kind of fault is named with its key", () => {
  const english = { a: "Wrote {#n file} to {dir}", b: { c: "Yes", d: "No" }, e: ["x", "y {name}"] };
  const good = { a: "{dir}: {n}", b: { c: "예", d: "아니요" }, e: ["ㄱ", "ㄴ {name}"] };
  expect(compareTranslation(english, good)).toEqual([]);
  const faults = (change: object) => compareTranslation(english, { ...good, ...change } as never);
  expect(faults({ a: undefined })).toEqual(["missing key a"]);
  expect(faults({ b: { c: "예" } })).toEqual(["missing key b.d"]);
  expect(faults({ z: "?" })).toEqual(["unknown key z"]);
  expect(faults({ b: { ...good.b, z: "?" } })).toEqual(["unknown key b.z"]);
  expect(faults({ a: "{dir}" })).toEqual(["a lacks {n}"]);
  expect(faults({ a: "{dir} {n} {m}" })).toEqual(["a has an unknown {m}"]);
  expect(faults({ a: "{dir} {#n file}" })).toEqual(["a has a brace that is no {name}"]);
  expect(faults({ a: "{dir} {n} {" })).toEqual(["a has a brace that is no {name}"]);
  expect(faults({ b: { ...good.b, c: " " } })).toEqual(["b.c is empty"]);
  expect(faults({ b: "예" })).toEqual(["b is text in one language and a group in the other"]);
  expect(faults({ e: ["ㄱ"] })).toEqual(["missing key e.1"]);
});
