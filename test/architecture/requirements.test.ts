/** docs/requirements.md lists what Pawl promises. Tests cite its ids by name; source and documentation do not. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "..", "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

const LIST = "docs/requirements.md";

function listed(): string[] {
  return [...read(LIST).matchAll(/^- (S\d\.\d+) \S/gm)].map(([, id = ""]) => id);
}

/** Ids in the names of tests. */
function cited(): Set<string> {
  const found = new Set<string>();
  for (const file of new Bun.Glob("{src,test,viewer,generate}/**/*.test.ts").scanSync(root)) {
    const names = read(file).matchAll(
      /\b(?:test|describe)(?:\.\w+\([^)]*\))?\(\s*["'`]([^"'`]*)|\]\)\(\s*["'`]([^"'`]*)/g,
    );
    for (const [, name = "", each = ""] of names) {
      for (const [id] of `${name} ${each}`.matchAll(/\bS\d\.\d+/g)) found.add(id);
    }
  }
  return found;
}

test("every requirement is listed once, without gaps", () => {
  const ids = listed();
  const numbers = Map.groupBy(ids, (id) => id.split(".")[0]);
  expect([...numbers.values()].map((each) => each.length)).toEqual([16, 28, 22, 20, 11]);
  for (const [chapter, each] of numbers)
    expect(each).toEqual(Array.from(each, (_, i) => `${chapter}.${i + 1}`));
});

test("every requirement is cited by a test's name, and no other id is", () => {
  const [ids, names] = [listed(), cited()];
  expect(ids.filter((id) => !names.has(id))).toEqual([]);
  expect([...names].filter((id) => !ids.includes(id))).toEqual([]);
});

test("source and documentation carry no ids", () => {
  const files = [
    ...new Bun.Glob("{src,viewer,bin,generate,plugin}/**/*.{ts,tsx,md}").scanSync(root),
    ...new Bun.Glob("docs/**/*.md").scanSync(root),
    ...new Bun.Glob("*.md").scanSync(root),
  ].filter((file) => file !== LIST && !/\.test\.tsx?$|node_modules/.test(file));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => /\bS[0-4]\.\d+\b/.test(read(file)))).toEqual([]);
});
