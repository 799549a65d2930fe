/** A configuration's own workflows: what is taken, and which misspelt stage is refused. */
import { expect, test } from "bun:test";
import { ownWorkflowsSchema, workflowNamed } from "./workflows.ts";

const takes = (stages: unknown, more: object = {}) =>
  ownWorkflowsSchema.safeParse({ mine: { stages, ...more } }).success;

test("a slip of the keys in a stage's name is refused: one sign more, less or other", () => {
  for (const slip of ["DEVV", "DE V", "DEB", "TESTS", "TST", "TAST", "REST", "dev", "REVIEWS", "EVIEW"])
    expect([slip, takes([slip])]).toEqual([slip, false]);
});

test("a stage's own name, another word, a short one and one with looks are taken", () => {
  for (const name of ["DEV", "TEST", "QA", "PM", "QB", "X", "DEPLOY", "TESTING", "계획"])
    expect([name, takes([name])]).toEqual([name, true]);
  expect(takes([{ name: "DEVV", label: "Mine", emoji: "🚀", agent: "dev" }])).toBe(true);
});

test("names, labels and lists have their lengths", () => {
  expect([takes(["n".repeat(40)]), takes(["n".repeat(41)]), takes([" "])]).toEqual([true, false, false]);
  expect(takes(["A:2"])).toBe(false);
  expect([takes([]), takes(Array(50).fill("DEV")), takes(Array(51).fill("DEV"))]).toEqual([
    false,
    true,
    false,
  ]);
  const label = (length: number) => takes(["DEV"], { label: "l".repeat(length) });
  expect([label(0), label(1), label(80), label(81)]).toEqual([false, true, true, false]);
  expect(takes(["DEV"], { lable: "typo" })).toBe(false);
});

test("an own workflow has its label only if it was given one", () => {
  const own = { mine: { label: "Mine", stages: ["DEV"] }, other: { stages: ["DEV"] } };
  expect(workflowNamed("mine", own)).toEqual({ name: "mine", label: "Mine", stages: ["DEV"] });
  expect(workflowNamed("other", own)).toEqual({ name: "other", stages: ["DEV"] });
  expect(workflowNamed("none", own)).toBeUndefined();
});
