import { expect, test } from "bun:test";
import { mergeProposals, proposalsIn } from "./preferences.ts";
import { createSession } from "./test-session.ts";

function proposals(id: string, ...prompts: string[]) {
  const { session, ask } = createSession(id);
  for (const prompt of prompts) ask(prompt);
  return proposalsIn(session);
}
const sentences = (...prompts: string[]) => proposals("a", ...prompts).map(({ evidence }) => evidence);

test.each([
  "Always run the linter before you commit.",
  "never touch the generated files",
  "From now on write the commit messages in English.",
  "Use pnpm instead of npm for this repository.",
  "Don't add comments that repeat the code.",
  "請用 pnpm 而不是 npm",
  "一律使用繁體中文註解",
  "不要修改 migrations 資料夾",
  "改用 vitest 執行測試",
  "항상 pnpm 을 사용해 주세요",
  "테스트는 jest 말고 vitest 로 실행",
  "절대 main 브랜치에 푸시하지 마",
])("S1.18 a rule of the user's is proposed with the sentence as evidence: %s", (sentence) => {
  expect(sentences(`Thanks, that works.\n${sentence}`)).toEqual([sentence]);
});

test.each([
  "Should we always run the linter?",
  "why do we never call close?",
  "要不要一律使用繁體中文？",
  "항상 이렇게 하나요?",
  "The cache is never cleared when the user logs out",
  "don't change anything, just look",
  "don't push yet",
  "src/a.ts:12:3: error: do not use the return value, use the callback instead of it",
  "2026-01-02 10:00:01 WARN never call this twice",
  "> Always run the linter",
  "```\nnever do this again in code\n```",
])("S1.18 a question, a report, a pasted line and an order for the moment are no rules: %s", (text) => {
  expect(sentences(text)).toEqual([]);
});

test("a long pasted text and a command of the client are nobody's rule", () => {
  expect(
    sentences(Array.from({ length: 40 }, (_, i) => `Always do step ${i} before the tests.`).join("\n")),
  ).toEqual([]);
  expect(sentences("/review always check the tests first")).toEqual([]);
});

test("S1.18 a proposal is confirmed by another session, not by being repeated in its own", () => {
  const once = proposals(
    "a",
    "Always use pnpm in this repository",
    "please always use pnpm in this repository!",
  );
  expect(once).toMatchObject([{ status: "proposed", kind: "rule" }]);
  expect(mergeProposals(once, once)[0]?.status).toBe("proposed");
  const twice = mergeProposals(once, proposals("b", "always use pnpm in this repository please"));
  expect(twice).toMatchObject([
    { status: "confirmed", provenance: [{ sessionId: "a" }, { sessionId: "b" }] },
  ]);
});

test("a rule and its opposite are two", () => {
  const both = mergeProposals(
    proposals("a", "Always squash commits before merging"),
    proposals("b", "Never squash commits before merging"),
  );
  expect(both).toHaveLength(2);
});

test.each([
  "2026-01-30 we always use pnpm here",
  "[2026-01-30T10:00:00Z] we always use pnpm here",
  "10:42 we always use pnpm here",
  "src/app.ts:7: we always use pnpm here",
  "error: we always use pnpm here",
  "“we always use pnpm here”",
  "$ we always use pnpm here",
  "we always use pnpm here => exit",
])("somebody else's words lay down no rule of the user's: %s", (line) => {
  expect(sentences(line)).toEqual([]);
  expect(sentences("we always use pnpm here")).toHaveLength(1);
});
