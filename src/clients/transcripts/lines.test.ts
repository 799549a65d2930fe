import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSplitter, type FileLine, readLines } from "./lines.ts";

const folder = mkdtempSync(join(tmpdir(), "pawl-lines-"));
const path = join(folder, "a.jsonl");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function linesOf(
  content: string | Buffer,
  options: Parameters<typeof readLines>[1] = {},
): Promise<FileLine[]> {
  writeFileSync(path, content);
  return (await Array.fromAsync(readLines(path, options))).flat();
}

test("every line has its own offset and that of the next line", async () => {
  const lines = await linesOf("one\ntwö\n");
  expect(lines.map((l) => [l.text, l.start, l.end])).toEqual([
    ["one", 0, 4],
    ["twö", 4, 9],
  ]);
});

test("text after the last line break is marked as unfinished", async () => {
  const lines = await linesOf('{"a":1}\n{"b":');
  expect(lines.map((l) => l.terminated)).toEqual([true, false]);
});

test("CRLF and empty lines are lines; an empty file has none", async () => {
  expect((await linesOf("a\r\n\r\nb\r\n")).map((l) => l.text)).toEqual(["a", "", "b"]);
  expect(await linesOf("")).toEqual([]);
});

test("invalid UTF-8 does not end the read", async () => {
  const lines = await linesOf(Buffer.from([0x61, 0xff, 0x62, 10, 0, 0, 10, 0x63, 10]));
  expect(lines.map((l) => l.text)).toEqual(["a\ufffdb", "\0\0", "c"]);
});

test("a line that is too long is skipped, and the next offset is correct", async () => {
  const content = `${"x".repeat(50)}\nshort\n`;
  const lines = await linesOf(content, { longest: 20, chunkBytes: 7 });
  expect(lines.map((l) => l.text)).toEqual([undefined, "short"]);
  expect(content.slice(lines[1]?.start, lines[1]?.end)).toBe("short\n");
});

test("a line of exactly the longest length is read, also when it comes in pieces or is not finished", async () => {
  const twenty = "x".repeat(20);
  for (const chunkBytes of [7, 100]) {
    const texts = (content: string) => linesOf(content, { longest: 20, chunkBytes });
    expect((await texts(`${twenty}\n${twenty}x\n`)).map((l) => l.text)).toEqual([twenty, undefined]);
    expect(await texts(`a\n${twenty}`)).toEqual([
      { text: "a", start: 0, end: 2, terminated: true },
      { text: twenty, start: 2, end: 22, terminated: false },
    ]);
  }
});

test("a compressed file has the lines and offsets of its plain text, from wherever it is read", async () => {
  const compressed = join(folder, "a.jsonl.zst");
  writeFileSync(compressed, Bun.zstdCompressSync(Buffer.from("one\ntwo\nrest")));
  const from = async (offset?: number) => {
    const options = offset === undefined ? {} : { from: offset };
    return (await Array.fromAsync(readLines(compressed, options))).flat();
  };
  const [one, two, rest] = [
    { text: "one", start: 0, end: 4, terminated: true },
    { text: "two", start: 4, end: 8, terminated: true },
    { text: "rest", start: 8, end: 12, terminated: false },
  ];
  expect(await from()).toEqual([one, two, rest]);
  expect(await from(4)).toEqual([two, rest]);
  expect(await from(8)).toEqual([rest]);
  expect(await from(9)).toEqual([]);
});

test("reading from an offset returns the rest", async () => {
  expect((await linesOf("one\ntwo\nthree\n", { from: 4 })).map((l) => l.text)).toEqual(["two", "three"]);
});

test("the lines are the same however the bytes are split into chunks", () => {
  const bytes = Buffer.from('{"ä":"😀"}\r\n\n{"b":2}\n{"rest":');
  const whole = split(bytes, [bytes.length]);
  let seed = 1;
  for (let round = 0; round < 300; round++) {
    const cuts: number[] = [];
    for (let at = 0; at < bytes.length; ) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const size = 1 + (seed % 9);
      cuts.push(size);
      at += size;
    }
    expect(split(bytes, cuts)).toEqual(whole);
  }
});

function split(bytes: Buffer, sizes: number[]): FileLine[] {
  const splitter = createSplitter(0, 1000);
  const lines: FileLine[] = [];
  let at = 0;
  for (const size of sizes) {
    lines.push(...splitter.push(bytes.subarray(at, at + size)));
    at += size;
  }
  const rest = splitter.rest();
  return rest === undefined ? lines : [...lines, rest];
}
