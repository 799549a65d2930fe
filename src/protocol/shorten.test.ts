import { expect, test } from "bun:test";
import fc from "fast-check";
import { shortenTexts } from "./shorten.ts";

const shorten = async (text: string, kept: number) =>
  new TextDecoder("utf-8", { fatal: true }).decode(await shortenTexts(new TextEncoder().encode(text), kept));

test("a long text is cut, everything around it stays", async () => {
  const event = {
    a: "short",
    tool_response: { stdout: "x".repeat(1000), interrupted: false },
    z: [1, "end"],
  };
  const short = JSON.parse(await shorten(JSON.stringify(event), 100)) as typeof event;
  expect(short).toEqual({ ...event, tool_response: { ...event.tool_response, stdout: expect.any(String) } });
  expect(short.tool_response.stdout).toBe("x".repeat(99));
});

test("what has no long text comes back as the same bytes", async () => {
  const bytes = new TextEncoder().encode('{"a":"b"}');
  expect(await shortenTexts(bytes, 100)).toBe(bytes);
});

test("whatever the texts hold, the document stays one, and each text is a beginning of the original", async () => {
  const text = fc.string({
    unit: fc.constantFrom("a", '"', "\\", "\n", "é", "漢", "😀", "\u0001", "\ud83d"),
    maxLength: 80,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { maxLength: 5 }),
      fc.integer({ min: 20, max: 60 }),
      async (texts, kept) => {
        const short = JSON.parse(await shorten(JSON.stringify(texts), kept)) as string[];
        expect(short).toHaveLength(texts.length);
        for (const [i, cut] of short.entries()) expect(texts[i]?.startsWith(cut)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test.each(["", '"', '{"a":"', '"a\\"', "[1,2"])(
  "%j, which is no JSON, is left to the parser",
  async (text) => {
    expect(await shorten(text, 20)).toBe(text);
  },
);
