import { expect, test } from "bun:test";
import { isCorrection, isStanding, sentencesOf } from "./rules.ts";

test.each([
  "항상 pnpm을 쓰세요",
  "항상 pnpm을 쓰세요!!",
  "절대로 main에 푸시하면 안 돼",
  "절대로 main에 푸시하면 안 돼요.",
  "항상 테스트를 실행해야 합니다.",
  "반드시 먼저 읽어야 해야 되겠지요",
  "앞으로는 탭을 쓴다",
])("%s lays down a rule", (sentence) => expect(isStanding(sentence)).toBe(true));

test.each([
  "항상 이렇게 하라고 적힌 문서를 찾았다",
  "반드시 해야 한다는 말은 아니다",
  "반드시 먼저 읽어야 해야 되었겠지요",
  "항상 느리다",
  "항상 pnpm을 쓰세요?",
])("%s is a report or a question", (sentence) => expect(isStanding(sentence)).toBe(false));

test.each(["Always use tabs", "So never push to main", "We never mock the store", "From now on use pnpm"])(
  "%s lays down a rule",
  (sentence) => expect(isStanding(sentence)).toBe(true),
);

test.each(["It never cleared the cache", "The door always opens slowly", "Always use tabs?"])(
  "%s lays down none",
  (sentence) => expect(isStanding(sentence)).toBe(false),
);

test("a correction says what was not wanted; a question is none", () => {
  expect(isCorrection("Use pnpm instead of npm")).toBe(true);
  expect(isCorrection("No, the other file")).toBe(true);
  expect(isCorrection("Why not use pnpm instead of npm?")).toBe(false);
});

test("the user's own sentences: no code, no quotation, nothing in tags, nothing over 300 characters", () => {
  const text = `- Use tabs.\n> quoted line\n\`\`\`\ncode here\n\`\`\`\n<note>wrapped words</note>\n${"long ".repeat(70)}\nabc`;
  expect(sentencesOf(text)).toEqual(["Use tabs."]);
});
