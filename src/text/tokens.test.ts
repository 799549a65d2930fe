import { expect, test } from "bun:test";
import fc from "fast-check";
import { seed } from "../../test/fuzz/runs.ts";
import { estimateTokens } from "./tokens.ts";

/** Written for this test, and counted with @anthropic-ai/tokenizer 0.0.4. */
const COUNTED: readonly (readonly [name: string, text: string, times: number, tokens: number])[] = [
  [
    "English",
    "The daemon commits the event before it answers, so nothing that was recorded can be lost when it is killed. ",
    5,
    111,
  ],
  [
    "code",
    "export function toIndexText(text: string): string {\n  const plain = toAscii(text);\n  if (plain !== undefined) return plain;\n}\n",
    5,
    170,
  ],
  [
    "Russian",
    "Демон сохраняет событие до ответа, поэтому ничего из записанного не может быть потеряно, если его остановят. ",
    5,
    256,
  ],
  ["Greek", "Ο δαίμονας αποθηκεύει το συμβάν πριν απαντήσει, ώστε τίποτα να μη χαθεί. ", 5, 381],
  ["Arabic", "يحفظ البرنامج الحدث قبل أن يجيب حتى لا يضيع أي شيء مما تم تسجيله. ", 5, 325],
  ["Hebrew", "התוכנית שומרת את האירוע לפני שהיא עונה כדי ששום דבר לא יאבד. ", 5, 256],
  ["Thai", "โปรแกรมบันทึกเหตุการณ์ก่อนตอบเพื่อไม่ให้สิ่งใดสูญหาย ", 5, 485],
  ["Korean", "데몬은 응답하기 전에 이벤트를 저장하므로 기록된 것은 아무것도 잃어버리지 않습니다. ", 5, 236],
  ["Japanese", "デーモンは応答する前にイベントを保存するので、記録されたものは失われません。", 5, 170],
  ["Chinese, simplified", "守护进程在回答之前保存事件，因此记录的任何内容都不会丢失。", 5, 135],
  ["Chinese, traditional", "守護程序在回答之前儲存事件，因此記錄的任何內容都不會遺失。", 5, 175],
  ["German", "Größenänderung für Straßen müßte täglich überprüft wäre", 10, 210],
  ["Vietnamese", "Tiến trình nền lưu sự kiện trước khi trả lời để không mất gì. ", 5, 236],
  ["emoji", "🙂🚀🔥✅🎉👍🏽👨‍👩‍👧‍👦", 10, 310],
  ["arrows", "→←↑↓⇒", 20, 160],
  ["box drawing", "┌──┬──┐│└──┴──┘├┤", 20, 440],
  ["mathematics", "∀∃∑∫≤≥≠", 20, 260],
  ["Braille", "⠋⠙⠹⠸⠼⠴", 20, 240],
];

test.each(COUNTED)(
  "%s: never less than the tokenizer counts, and at most two and a half times as much",
  (_, text, times, tokens) => {
    const estimate = estimateTokens(text.repeat(times));
    expect(estimate).toBeGreaterThanOrEqual(tokens);
    expect(estimate).toBeLessThanOrEqual(tokens * 2.5);
  },
);

test("the figures of single characters", () => {
  expect(["a", "é", "я", "中", "한", "→", "│", "🙂"].map((each) => estimateTokens(each.repeat(100)))).toEqual(
    [29, 100, 100, 125, 125, 280, 280, 280],
  );
  expect(estimateTokens("")).toBe(0);
});

test("more text never costs less, and two texts together never more than one token above their sum", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
      const both = estimateTokens(a + b);
      expect(both).toBeGreaterThanOrEqual(Math.max(estimateTokens(a), estimateTokens(b)));
      expect(both).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(b) + 1);
    }),
    seed,
  );
});
