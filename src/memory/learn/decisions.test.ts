import { describe, expect, test } from "bun:test";
import { createSession } from "../../../test/recorded-session.ts";
import { chosenIn, decisionsMade } from "./decisions.ts";

const made = (...prompts: string[]) => {
  const { session, ask } = createSession("a");
  for (const prompt of prompts) ask(prompt);
  return decisionsMade(session);
};

describe("S1.18 a decision in the user's words", () => {
  test.each([
    "Let's go with Redis for the job queue, not RabbitMQ.",
    "I decided that the API stays on REST",
    "We will keep the monolith",
    "Decision: feature flags live in config/flags.ts",
    "We'll use Postgres for the queue",
    "We agreed to ship the CSV export first",
    "We've decided against microservices",
    "let's stick with SQLite as the store",
    "我們決定用 Postgres 儲存工作佇列",
    "决定采用 Redis 作为队列",
    "就用 Postgres 存储会话",
    "결정: 큐는 Redis를 쓴다",
    "큐는 Redis로 하기로 했다",
    "캐시는 Redis로 결정했습니다",
  ])("%s", (sentence) => {
    expect(made(`Thanks.\n${sentence}`)).toMatchObject([
      {
        text: sentence,
        evidence: sentence,
        by: "user",
        provenance: { sessionId: "a", at: expect.any(Number) },
      },
    ]);
  });

  test.each([
    "let's go with option 2",
    "let's go with that",
    "let's go with #4 and #5 please",
    "ok let's keep going",
    "We will see",
    "let's use this for now",
    "should we go with Redis?",
    "I think we will keep the monolith",
    "let's use the debugger to see why it fails",
    "we will work on that here",
    "/plan let's go with Redis",
  ])("the next step, a question or a doubt is none: %s", (sentence) => expect(made(sentence)).toEqual([]));
});

test("a rule is no decision: it is kept as a rule", () => {
  expect(made("From now on we will use Postgres for queues.")).toEqual([]);
});

test("S1.18 what the user chose when asked is a decision; leave to go on is none", () => {
  const { session, call } = createSession("a");
  const answers = (pairs: object) =>
    call("AskUserQuestion", {}, true, JSON.stringify({ questions: [], answers: pairs }));
  answers({ "Which database should the queue use?": "Postgres (Recommended)" });
  answers({ "Plan ready. What would you like to do next?": "Open it" });
  answers({ "Which one? Shall it be deleted or kept?": "Yes, delete" });
  expect(decisionsMade(session)).toMatchObject([
    { text: "Which database should the queue use? → Postgres", by: "answer" },
  ]);
});

test("both forms of the client's answer are read; a refused question chose nothing", () => {
  const call = { toolName: "AskUserQuestion", ok: true, response: 'User has answered: "Which?"="Redis"' };
  expect(chosenIn(call)).toEqual([{ question: "Which?", answer: "Redis" }]);
  expect(chosenIn({ ...call, ok: false })).toEqual([]);
  expect(chosenIn({ ...call, response: '{"answers":{"Where?":"Here"' })).toEqual([
    { question: "Where?", answer: "Here" },
  ]);
});

test("of the model's words only what it calls a decision counts; three at most, the user's own first", () => {
  const { session, ask, answer } = createSession("a");
  answer("I decided to rename the helper. Decision: errors carry a code.");
  for (const name of ["Redis", "Kafka", "Postgres", "SQLite"]) ask(`We will use ${name} for ${name} things`);
  const found = decisionsMade(session);
  expect(found.map(({ by }) => by)).toEqual(["user", "user", "user"]);
  expect(found[0]?.text).toContain("SQLite");
  session.prompts.length = 0;
  expect(decisionsMade(session)).toMatchObject([{ text: "Decision: errors carry a code.", by: "assistant" }]);
});
