import { expect, test } from "bun:test";
import { commitSubject, fileTitle, rankOfTitle, toSessionTitle } from "./title.ts";

const RANKS = { none: 0, weak: 1, file: 2, sentence: 3 } as const;

const titleOf = (prompt: string) => toSessionTitle(prompt).title;

test("a plan is named by its heading, not by the line that the client puts before it", () => {
  const plan = "\n\n## Context\n\nSome reason.\n\n## Steps\n1. Do it";
  expect(titleOf(`Implement the following plan:\n\n# Plan: Round totals per line${plan}`)).toBe(
    "Round totals per line",
  );
  expect(
    titleOf(`Implement the following plan:\n\n# Implementation Plan: Add a \`--json\` flag${plan}`),
  ).toBe("Add a `--json` flag");
  expect(titleOf(`Implement the following plan:\n\n# Plan\n\n## Move the parser out of main${plan}`)).toBe(
    "Move the parser out of main",
  );
  expect(titleOf("Implement the following plan:\n\nMove the parser out of main and test it alone.")).toBe(
    "Move the parser out of main and test it alone.",
  );
});

test("the first sentence that says what is wanted is the title; what only agrees is passed over", () => {
  expect(titleOf("Ok, great. Now round the totals of every invoice line to cents. Thanks!")).toBe(
    "Now round the totals of every invoice line to cents.",
  );
  expect(titleOf("thanks!\nplease remove the old exporter and its tests")).toBe(
    "please remove the old exporter and its tests",
  );
});

test("a short sentence takes the next one with it, and a colon what follows it", () => {
  expect(titleOf("can you take a look at this? The importer drops the last line of every file.")).toBe(
    "can you take a look at this? The importer drops the last line of every file.",
  );
  expect(titleOf("fix lint errors:\nsrc/a.ts:3 unused variable")).toBe(
    "fix lint errors: src/a.ts:3 unused variable",
  );
  expect(titleOf("when running the importer I see this:")).toBe("when running the importer I see this");
});

test("pasted output does not name a session that also says something", () => {
  expect(
    titleOf("❯ npm test\nerror: 3 tests failed\n[12:00:01] done\nwhy do the tests of the parser fail?"),
  ).toBe("why do the tests of the parser fail?");
  expect(titleOf("❯ npm run build-everything")).toBe("❯ npm run build-everything");
});

test("a slash command is named by what it was given", () => {
  expect(titleOf("/workflows:plan move the settings into one file per client")).toBe(
    "move the settings into one file per client",
  );
  expect(titleOf("/workflows:review https://example.com/pull/6")).toBe("review https://example.com/pull/6");
  expect(toSessionTitle("/workflows:review")).toEqual({ title: "review", rank: RANKS.weak });
});

test("what names nothing is weak, so that anything better replaces it", () => {
  for (const said of ["yes", "yes and yes", "yeah let's do it", "ok", "continue", "go ahead please", "1"])
    expect([said, toSessionTitle(said).rank]).toEqual([said, RANKS.weak]);
  expect(toSessionTitle(" \n ")).toEqual({ title: "", rank: RANKS.none });
  for (const said of [
    "fix lint errors",
    "why does it crash",
    "把每一行的总数四舍五入",
    "합계를 반올림해 주세요",
  ])
    expect([said, toSessionTitle(said).rank]).toEqual([said, RANKS.sentence]);
});

test("a title has at most 120 characters, without Markdown's marks", () => {
  expect(titleOf(`Please ${"round all of the totals ".repeat(20)}`)).toHaveLength(120);
  expect(titleOf("- **Remove** the flag from every command")).toBe("Remove the flag from every command");
});

test("a commit's subject and a changed file name a session that says nothing itself", () => {
  const response = JSON.stringify({
    stdout: "[main 1a2b3c4] Round the totals\n 2 files changed",
    stderr: "",
  });
  expect(commitSubject('{"command":"git commit -m x"}', response)).toBe("Round the totals");
  expect(commitSubject('{"command":"git log"}', response)).toBeUndefined();
  expect(fileTitle("/p/shop/src/pay/total.ts")).toBe("pay/total.ts");
  expect(rankOfTitle("pay/total.ts")).toBe(RANKS.file);
  expect(rankOfTitle("Round the totals")).toBe(RANKS.sentence);
});
