import { expect, test } from "bun:test";
import fc from "fast-check";
import { seed } from "../../test/fuzz/runs.ts";
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
    { ...seed, numRuns: 500 },
  );
});

test.each(["", '"', '{"a":"', '"a\\"', "[1,2"])(
  "%j, which is no JSON, is left to the parser",
  async (text) => {
    expect(await shorten(text, 20)).toBe(text);
  },
);

test("a text of exactly the kept length stays whole", async () => {
  const fits = JSON.stringify(["x".repeat(99), "end"]);
  expect(await shorten(fits, 100)).toBe(fits);
  expect(await shorten(JSON.stringify(["x".repeat(100), "end"]), 100)).toBe(
    JSON.stringify(["x".repeat(99), "end"]),
  );
});

test("texts beside each other are judged one by one, also empty ones", async () => {
  const texts = ["", "a", "", "x".repeat(50), "", "b", "y".repeat(50)];
  expect(JSON.parse(await shorten(JSON.stringify(texts), 21))).toEqual([
    ...["", "a", "", "x".repeat(20), "", "b", "y".repeat(20)],
  ]);
});

test("a cut loses no more than the escape that it would split", async () => {
  const cut = async (before: number, written: string) => {
    const text = `"${"x".repeat(before)}${written}${"y".repeat(60)}"`;
    return (await shorten(text, 40)).slice(1, -1);
  };
  expect(await cut(39, "")).toBe("x".repeat(39));
  expect(await cut(38, "\\n")).toBe("x".repeat(38));
  expect(await cut(36, "\\u00e9")).toBe("x".repeat(36));
  expect(await cut(28, "\\ud83d\\ude00")).toBe("x".repeat(28));
  expect(await cut(20, "\\n")).toBe(`${"x".repeat(20)}\\n${"y".repeat(17)}`);
});

test("a document of several megabytes gives others their turn", async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const long = "x".repeat(1_500_000);
  const short = await shorten(JSON.stringify([long, long, long]), 100);
  isOver = true;
  expect(JSON.parse(short)).toEqual(Array(3).fill("x".repeat(99)));
  expect(turns).toBeGreaterThanOrEqual(3);
  const before = turns;
  await shorten(JSON.stringify(["x".repeat(1000)]), 100);
  expect(turns).toBe(before);
});
