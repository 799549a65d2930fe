import { expect, test } from "bun:test";
import { closestTerms, mayBeTypo, toBeginnings, toSlips, toSwaps } from "./typo.ts";

const terms = (...words: string[]) => words.map((term, i) => ({ term, docs: 10 - i }));
const closest = (word: string, ...words: string[]) =>
  closestTerms(word, terms(...words), 3).map(({ term }) => term);

test("one letter missing, added, wrong or swapped is one slip", () => {
  const meant = "migration";
  for (const typed of ["migraton", "migrattion", "migratiom", "migraiton"]) {
    expect({ typed, found: closest(typed, "migrate", meant, "mitigation") }).toEqual({
      typed,
      found: [meant],
    });
  }
});

test("two slips are allowed in a long word only", () => {
  expect(closest("confguraton", "configuration")).toEqual(["configuration"]);
  expect(closest("respne", "response")).toEqual([]);
});

test("the nearest come first, then the most common, and farther ones are left out", () => {
  expect(closest("serverss", "server", "serverse", "servers")).toEqual(["serverse", "servers"]);
});

test("short words, numbers and unspaced scripts are taken as they are typed", () => {
  expect(["crime", "12345678", "sha256sum", "数据库迁移失败", "데이터베이스"].filter(mayBeTypo)).toEqual([]);
  expect(["pelican", "проверка"].filter(mayBeTypo)).toEqual(["pelican", "проверка"]);
});

test("a slip within the first letters is undone by one of the beginnings", () => {
  for (const typed of [
    "imgration",
    "igration",
    "nigration",
    "megration",
    "mgiration",
    "miigration",
    "mihration",
  ]) {
    expect({ typed, found: toBeginnings(typed).includes("migration") }).toEqual({ typed, found: true });
  }
  expect(toBeginnings("migration")).not.toContain("migration");
  expect(toBeginnings("migration").length).toBeLessThan(170);
});

test("a slip at given letters is undone by one of the words for them, whichever letter it was", () => {
  for (const typed of ["migrtion", "migrxtion", "migrzation", "migrtaion"]) {
    expect(toSlips(typed, 4, 6)).toContain("migration");
  }
  expect(toSlips("migratoin", 4, 6)).not.toContain("migration");
  expect(toSlips("migration", 4, 6)).not.toContain("migration");
});

test("two letters in the wrong order are undone wherever they stand", () => {
  for (const typed of ["imgration", "mirgation", "migratino"]) expect(toSwaps(typed)).toContain("migration");
  expect(toSwaps("aab")).toEqual(["aba"]);
});
