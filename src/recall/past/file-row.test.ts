import { expect, test } from "bun:test";
import { fileRow } from "./file-row.ts";
import { createPast } from "./past.ts";
import { digests } from "./test-digest.ts";

const past = createPast(
  digests(
    { branch: "topic", turns: [{ prompt: "one", edited: ["src/login-cookie.ts", "src/a.ts"] }] },
    { branch: "topic", turns: [{ prompt: "two", edited: ["src/login-cookie.ts"] }] },
    { branch: "other", turns: [{ prompt: "three", edited: ["src/login-cookie.ts", "docs/cookie.md"] }] },
  ),
);
const row = fileRow(past);
const paths = row.list.map(({ path }) => path);

test("a past has one row, with its files in their order", () => {
  expect(fileRow(past)).toBe(row);
  expect(paths).toEqual([...past.files.keys()]);
  expect(Array.from(row.edited, (place) => past.turns().paths[place])).toEqual(paths);
});

test("a file that no turn edited has no place among the edited ones", () => {
  const [one] = digests({ turns: [{ prompt: "one", edited: ["a.ts"] }] });
  if (one === undefined) throw new Error("no digest");
  const files = [...one.files, { path: "b.ts", edits: 1, turns: [] }];
  const { list, edited } = fileRow(createPast([{ ...one, files }]));
  expect(list.map(({ path }) => path)).toEqual(["a.ts", "b.ts"]);
  expect([...edited]).toEqual([0, -1]);
});

test("of its branches, the one with most sessions counts", () => {
  expect(row.mostOnBranch[paths.indexOf("src/login-cookie.ts")]).toBe(2);
  expect(row.mostOnBranch[paths.indexOf("docs/cookie.md")]).toBe(1);
  const branchless = createPast(digests({ turns: [{ prompt: "one", edited: ["a.ts"] }] }));
  expect([...fileRow(branchless).mostOnBranch]).toEqual([0]);
});

test("files by a word of their names", () => {
  const named = (...words: string[]) => paths.filter((_, place) => row.withNameWord(words)[place] === 1);
  expect(named("cooki").sort()).toEqual(["docs/cookie.md", "src/login-cookie.ts"]);
  expect(named("login", "nothing")).toEqual(["src/login-cookie.ts"]);
  expect(named("src")).toEqual([]);
});

test("files whose whole names stand in a text, in the row's order; a short name is left out", () => {
  const text = "See cookie.md, src/login-cookie.ts and login-cookie.ts, a.ts";
  expect(row.namedIn(text)).toEqual(paths.filter((path) => path !== "src/a.ts"));
  expect(row.namedIn("xlogin-cookie.tsx")).toEqual(["src/login-cookie.ts"]);
  expect(row.namedIn("login-cookie.t")).toEqual([]);
  expect(row.namedIn("")).toEqual([]);
});
