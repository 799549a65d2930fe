import { expect, test } from "bun:test";
import { closestTerms, mayBeTypo, toSlips } from "./typo.ts";

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

test("a slip at given letters is undone by one of the words for them, whichever letter it was", () => {
  for (const typed of [
    "imgration",
    "igration",
    "xigration",
    "miigration",
    "mihration",
    "migrtion",
    "migrtaion",
  ])
    expect({ typed, found: toSlips(typed, 0, 6).includes("migration") }).toEqual({ typed, found: true });
  expect(toSlips("migratoin", 0, 6)).not.toContain("migration");
  expect(toSlips("migration", 0, 6)).not.toContain("migration");
});
