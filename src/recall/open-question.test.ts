import { describe, expect, test } from "bun:test";
import { playing } from "../../test/memory-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { isAnswer, openQuestionIn } from "./open-question.ts";

describe("a first prompt answers something", () => {
  test.each([
    "yes, delete them",
    "continue",
    "2",
    "ok do it, but keep the old API for now",
    "继续",
    "네 진행해 주세요",
  ])("%s", (prompt) => expect(isAnswer(prompt)).toBe(true));
  test.each([
    "Why are the totals of an invoice rounded twice?",
    "Add a column for the currency to the export of invoices",
    "请把发票的四舍五入改成按分计算，并补上测试",
  ])("not: %s", (prompt) => expect(isAnswer(prompt)).toBe(false));
});

test("the last question comes with its choices; a message without one leaves nothing open", () => {
  expect(openQuestionIn("Found 12 dead files.\n\nShould I delete them?")).toBe("Should I delete them?");
  expect(openQuestionIn("I see two ways:\n1. Rename\n2. Wrap it\n\nWhich one do you prefer?")).toBe(
    "I see two ways: 1. Rename 2. Wrap it Which one do you prefer?",
  );
  expect(openQuestionIn("Which one?\n- Rename\n- Wrap")).toBe("Which one? - Rename - Wrap");
  expect(openQuestionIn("Done. All tests pass.")).toBeUndefined();
});

test("a short first prompt is given the open question of the newest session, once; a full one and a later one are not", async () => {
  await using app = await openTestApp();
  const before = playing(app, "before");
  await before.ask("Look for files that nobody imports");
  await before.stop({ last_assistant_message: "There are twelve such files. Should I delete all of them?" });
  const now = playing(app, "now");
  expect(await now.ask("yes, do it")).toContain(
    "with the question “There are twelve such files. Should I delete all of them?”",
  );
  expect(await now.ask("ok")).toBe("");
  expect(await playing(app, "other").ask("Rename the parser of the lists in the reader module")).toBe("");
});
