import { expect, test } from "bun:test";
import { capture } from "./command.ts";

const streamOf = (...texts: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });

test.each([
  [["ab", "cd"], 4, "abcd", false],
  [["ab", "cd"], 3, "abc", true],
  [["ab", "cd", "ef"], 2, "ab", true],
  [["abcdef"], 2, "ab", true],
  [[], 2, "", false],
] as const)("of %p at most %p bytes are kept: %p, cut: %p", async (texts, limit, text, cut) => {
  const captured = capture(streamOf(...texts), limit);
  await captured.done;
  expect([captured.text(), captured.isCut()]).toEqual([text, cut]);
});

test("what was read until it is stopped is kept", async () => {
  let push: (text: string) => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      push = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  const captured = capture(stream, 10);
  push("abc");
  while (captured.text() === "") await Promise.resolve();
  captured.stop();
  await captured.done;
  expect([captured.text(), captured.isCut()]).toEqual(["abc", false]);
});
