import { describe, expect, test } from "bun:test";
import { createSession } from "../../../test/recorded-session.ts";
import { isReplacedBy, isSameRule, rulesIn } from "./preferences.ts";

function rules(...prompts: string[]) {
  const { session, ask } = createSession("a");
  for (const prompt of prompts) ask(prompt);
  return rulesIn(session);
}
const clear = (...prompts: string[]) =>
  rules(...prompts)
    .filter(({ clarity }) => clarity === "clear")
    .map(({ text }) => text);
const texts = (...prompts: string[]) => rules(...prompts).map(({ text }) => text);

describe("S1.18 one clear sentence of the user is a rule", () => {
  test.each([
    "Always run the linter before you commit.",
    "never touch the generated files",
    "Please always use integer cents for money.",
    "always answer in German",
    "From now on write the commit messages in English.",
    "Whenever you change the schema, run npm run migrate",
    "every time you add a route, add a test for it",
    "We never mock the store.",
    "In this repo we use pnpm, not npm",
    "Tests must never touch the network",
    "Deploy only from the release branch, always.",
    "Always use pnpm instead of npm here.",
  ])("%s", (sentence) => expect(clear(`Thanks, that works.\n${sentence}`)).toEqual([sentence]));

  test.each([
    "一律使用繁體中文註解",
    "以後不要直接推送到 main",
    "以后提交信息都用英文",
    "永遠不要修改 migrations 資料夾",
    "禁止使用 any",
    "請務必先跑測試再提交",
    "항상 pnpm 을 사용해 주세요",
    "절대 main 브랜치에 푸시하지 마",
    "앞으로는 커밋 메시지를 영어로 써 주세요",
    "커밋하기 전에는 항상 테스트를 실행하세요",
  ])("in Chinese and Korean too: %s", (sentence) => expect(clear(sentence)).toEqual([sentence]));
});

describe("S1.18 what is not a rule is not even proposed", () => {
  test.each([
    "never mind",
    "no, write the plan",
    "Should we always run the linter?",
    "why do we never call close?",
    "can we always use the latest code?",
    "要不要一律使用繁體中文？",
    "為什麼總是失敗",
    "항상 이렇게 하나요?",
    "The cache is never cleared when the user logs out",
    "it somehow always lists these under each branch",
    "We always have the problem that the build is slow",
    "you always forget the tests",
    "Users never see this dialog",
    "The button should always be visible",
    "Stock must never go below zero.",
    "This function should always return 0, but it returns 1",
    "whenever you click the button it crashes",
    "make sure it's in Project: Troy",
    "ok, always the same error",
    "这个接口总是报错",
    "항상 느리다",
    "don't change anything, just look",
    "don't push yet",
    "never use the cache for now",
    "Always squash this commit",
    "For this PR never touch the tests",
    "先不要提交",
    "이번에는 푸시하지 마",
    "지금은 절대 푸시하지 마세요",
    "Stop hook feedback: always run the linter before stopping",
    "Consider using context.WithTimeout and never block",
    "src/a.ts:12:3: error: do not use the return value, use the callback instead of it",
    "2026-01-02 10:00:01 WARN never call this twice",
    "> Always run the linter",
    "```\nnever do this again in code\n```",
    "/review always check the tests first",
    "Implement the following plan:\nAlways run the tests after each step.",
  ])("%s", (text) => expect(texts(text)).toEqual([]));

  test("a long pasted text", () => {
    const steps = Array.from({ length: 40 }, (_, i) => `Always do step ${i} before the tests.`);
    expect(texts(steps.join("\n"))).toEqual([]);
  });

  test.each([
    "2026-01-30 we always use pnpm here",
    "[2026-01-30T10:00:00Z] we always use pnpm here",
    "10:42 we always use pnpm here",
    "src/app.ts:7: we always use pnpm here",
    "error: we always use pnpm here",
    "“we always use pnpm here”",
    "$ we always use pnpm here",
    "// we always use pnpm here",
    "we always use pnpm here => exit",
  ])("somebody else's words: %s", (line) => {
    expect(texts(line)).toEqual([]);
    expect(texts("we always use pnpm here")).toHaveLength(1);
  });
});

describe("S1.18 what does not say itself that it lasts is asked about", () => {
  test.each([
    "Don't add comments that repeat the code.",
    "不要修改 migrations 資料夾",
    "改用 vitest 執行測試",
    "The migrations should not be changed ever",
    "A checkpoint is never a commit, only the trailer is",
    "Do not edit the snapshots by hand as that breaks the diff",
    "we should be using strong types wherever we can",
    "Don't commit without asking me.",
    "Do not run the e2e tests unless I ask for it",
    "Before you commit, run the tests.",
    "Use pnpm instead of npm for this repository.",
    "No, use pnpm, not npm.",
    "Use tabs, not spaces",
    "Prefer composition over inheritance.",
    "I prefer small commits over large ones",
    "The overriding directive is to not get in the way of the user",
    "Our convention is kebab-case for file names",
    "請用 pnpm 而不是 npm",
    "所有金额都必须用整数",
    "每次提交前都要先跑测试",
    "我们统一使用 pnpm",
    "테스트는 jest 말고 vitest 로 실행",
    "main 브랜치에 직접 푸시 금지",
  ])("%s", (text) => expect(rules(text)).toMatchObject([{ clarity: "unclear", evidence: text }]));

  test.each([
    ["more than two lines", "Thanks.\nThat works.\nNever push to main."],
    ["a paste", "```\nlog\n```\nNever push to main."],
    ["a document", "The style guide is new. Never push to main."],
    ["the work at hand", "I'm renaming it there, never push to main"],
  ])("%s beside it leaves a doubt", (_name, prompt) =>
    expect(rules(prompt).map(({ clarity }) => clarity)).toEqual(["unclear"]),
  );
});

test("neither a hedge nor an item of a task is even proposed", () => {
  expect(texts("I think we should always show the header")).toEqual([]);
  expect(
    texts("The command:\n- prints the name\n- always exit with 1 on errors\n- reads stdin\n- writes stdout"),
  ).toEqual([]);
});

test("what the user asks to be remembered is kept without the request", () => {
  expect(rules("Remember: amounts are integers in cents")).toMatchObject([
    { text: "amounts are integers in cents", clarity: "clear", isRequest: true },
  ]);
});

test("a list that is called rules holds rules, asked about one by one", () => {
  expect(
    texts(
      "Rules for this repo:\n- Always use pnpm\n- Never push to main\n- Always squash\n- Never amend commits",
    ),
  ).toHaveLength(4);
});

test("S1.18 a sentence that points back is proposed, with the one before it", () => {
  const said = "You pushed to main. Make sure this never happens again.";
  expect(rules(said)).toMatchObject([
    { clarity: "unclear", text: said, evidence: "Make sure this never happens again." },
  ]);
  expect(rules("Make sure this never happens again.")).toMatchObject([{ clarity: "unclear" }]);
});

test("said twice in other words of courtesy it is one rule, a rule and its opposite are two", () => {
  expect(
    clear("Always use pnpm in this repository", "please always use pnpm in this repository!"),
  ).toHaveLength(1);
  expect(isSameRule("Always use pnpm here", "please, always use pnpm here!")).toBe(true);
  expect(isSameRule("Always squash commits before merging", "Never squash commits before merging")).toBe(
    false,
  );
  expect(isSameRule("Use pnpm, not npm", "Use npm, not pnpm")).toBe(false);
});

describe("S1.18 a correction replaces what it corrects", () => {
  const said = (text: string) => {
    const [rule] = rules(text);
    if (rule === undefined) throw new Error(`no rule: ${text}`);
    return rule;
  };
  test.each([
    ["Always use npm.", "No, use pnpm, not npm."],
    ["Use npm for this repository, not yarn", "use pnpm instead of npm"],
    ["Always use npm here", "Never use npm, use pnpm"],
    ["一律用 npm", "請用 pnpm 而不是 npm"],
    ["항상 npm 을 사용하세요", "npm 말고 pnpm 으로 실행"],
    ["Always squash commits before merging", "Never squash commits before merging"],
  ])("%s → %s", (known, correction) => expect(isReplacedBy(known, said(correction))).toBe(true));

  test.each([
    ["Always use pnpm.", "No, use pnpm, not npm."],
    ["Use pnpm, not npm", "use pnpm instead of npm"],
    ["Never use npm", "use pnpm, not npm"],
    ["Always run npm-check before a release", "use pnpm, not npm"],
    ["Tests must never touch the network", "use pnpm, not npm"],
  ])("not %s → %s", (known, correction) => expect(isReplacedBy(known, said(correction))).toBe(false));
});
