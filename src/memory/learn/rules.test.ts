import { expect, test } from "bun:test";
import { clarityOf, isStanding } from "./rules.ts";

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

test("S1.18 a rule is clear, unclear or none: an order, a hint of one, a description", () => {
  expect(clarityOf("Never push to main.")).toBe("clear");
  expect(clarityOf("Don't add comments that repeat the code")).toBe("unclear");
  expect(clarityOf("Don't add a button there")).toBeUndefined();
  expect(clarityOf("The total is never rounded")).toBeUndefined();
  // Thinking aloud is no order.
  expect(clarityOf("Maybe we should always show the header")).toBeUndefined();
  expect(clarityOf("Theoretically we should always show the header")).toBeUndefined();
  expect(clarityOf("The guiding principle is not to stop the user, but we should say so")).toBe("unclear");
  expect(clarityOf("The migrations should never be changed")).toBe("clear");
  expect(clarityOf("The header should always be visible")).toBeUndefined();
});
