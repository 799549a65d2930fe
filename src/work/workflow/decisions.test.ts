import { expect, test } from "bun:test";
import type { Observation, Prompt, Response } from "../../store/records/records.ts";
import { decisionsIn } from "./decisions.ts";

const entry = (at: number) => ({ key: `k${at}`, sessionId: "s", at, redaction: 0 });
const said = (text: string, at = 1, more: object = {}) =>
  ({ ...entry(at), text, ...more }) as Prompt & Response;
const asked = (question: string, answer: string, at = 1): Observation => ({
  ...entry(at),
  toolName: "AskUserQuestion",
  ok: true,
  input: JSON.stringify({ questions: [{ question }] }),
  response: JSON.stringify({ answers: { [question]: answer } }),
  files: [],
});
const decisions = (parts: { prompts?: Prompt[]; observations?: Observation[]; responses?: Response[] }) =>
  decisionsIn({ prompts: [], observations: [], responses: [], ...parts });

test("answers, orders and announcements are decisions, the newest first, each once", () => {
  expect(
    decisions({
      observations: [asked("Which database?", "SQLite", 2)],
      prompts: [said("Let's use bun.", 1), said("Let's use bun.", 4)],
      responses: [said("I chose the simple way.", 3)],
    }),
  ).toEqual(["Let's use bun.", "I chose the simple way.", "Which database? → SQLite"]);
});

test("a question, plain talk and what a subagent says decide nothing", () => {
  expect(
    decisions({
      prompts: [said("Have we decided to use bun?"), said("The tests are slow.")],
      responses: [said("I chose the simple way.", 1, { agentId: "a1" }), said("Let's use bun.")],
    }),
  ).toEqual([]);
});

test("twelve are kept, each within its length", () => {
  const many = Array.from({ length: 13 }, (_, n) => said(`We decided to use tool ${n}.`, n));
  const kept = decisions({ prompts: many });
  expect(kept.length).toBe(12);
  expect(kept[0]).toContain("tool 12.");
  const sentence = (length: number) => `We decided to ${"x".repeat(length - 14)}`;
  expect(decisions({ prompts: [said(sentence(160))] })).toEqual([sentence(160)]);
  expect(decisions({ prompts: [said(sentence(161))] })).toEqual([`${sentence(159)}…`]);
  const [q, a] = ["q".repeat(100), "a".repeat(80)];
  expect(decisions({ observations: [asked(q, a)] })).toEqual([`${q} → ${a}`]);
  expect(decisions({ observations: [asked(`${q}q`, `${a}a`)] })).toEqual([`${q.slice(1)}… → ${a.slice(1)}…`]);
});
