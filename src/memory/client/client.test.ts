import { describe, expect, test } from "bun:test";
import { parseUri } from "../records/memory.ts";
import { contradictionsIn } from "./contradict.ts";
import { parseClientFile, toFrontmatterValue } from "./file.ts";
import { parseIndex, shownLines, toIndexLine, withIndexLine } from "./index-file.ts";
import { clientUri } from "./uri.ts";

describe("a file of the client's memory", () => {
  test("has a name, a description, a type, a body and links", () => {
    const text =
      "---\nname: use-pnpm\ndescription: Use pnpm: not npm\nmetadata:\n  type: feedback\n---\n\nUse pnpm.\n\n**Why:** lock file.\nSee [[lock-file]] and [[lock-file]], [[ci|the CI]].\n";
    expect(parseClientFile(text)).toEqual({
      name: "use-pnpm",
      description: "Use pnpm: not npm",
      type: "feedback",
      body: "Use pnpm.\n\n**Why:** lock file.\nSee [[lock-file]] and [[lock-file]], [[ci|the CI]].",
      links: ["lock-file", "ci"],
    });
  });

  test.each([
    ["no frontmatter", "Just text.", "Just text."],
    ["frontmatter that never ends", "---\nname: x\ntext", "---\nname: x\ntext"],
    ["nothing", "", ""],
    ["only frontmatter", "---\nname: x\n---", ""],
    ["a byte order mark and Windows lines", "\uFEFF---\r\nname: x\r\n---\r\nHello\r\n", "Hello"],
  ])("%s is read as it is", (_, text, body) => expect(parseClientFile(text).body).toBe(body));

  test("quoted, folded and unknown fields", () => {
    const file = parseClientFile(
      '---\nname: "a \\"b\\""\ndescription: >\n  one\n  two\nodd field\ntags: [a, b]\n: :\n---\nx',
    );
    expect(file).toMatchObject({ name: 'a "b"', description: "one two", body: "x" });
  });

  test("a written value is read back as it was", () => {
    for (const value of ["plain words", "a: b", 'say "x"', "- list", "#no", "'q'", "中文：說明"]) {
      const text = `---\ndescription: ${toFrontmatterValue(value)}\n---\nx`;
      expect(parseClientFile(text).description).toBe(value);
    }
  });
});

describe("the index", () => {
  const lines = (count: number, width = 10) =>
    Array.from({ length: count }, (_, i) => `- [T${i}](f${i}.md) — ${"x".repeat(width)}`).join("\n");

  test("what the client shows is its first 200 lines", () => {
    const index = parseIndex(lines(400));
    expect(index).toHaveLength(400);
    expect(shownLines(lines(400))).toHaveLength(200);
    expect(index[389]).toEqual({ title: "T389", file: "f389.md", hook: "xxxxxxxxxx" });
  });

  test("or its first 24.4 kB", () => {
    const shown = shownLines(lines(150, 300)).join("\n");
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(24_400);
    expect(shown.split("\n").length).toBeGreaterThan(70);
  });

  test("a line is changed, added and taken out; the others stay byte for byte", () => {
    const text = "# Memory\r\n- [A](a.md) — one\r\n- [B](b.md)\r\n";
    expect(withIndexLine(text, "b.md", toIndexLine("B", "b.md", "two"))).toBe(
      "# Memory\r\n- [A](a.md) — one\r\n- [B](b.md) — two\r\n",
    );
    expect(withIndexLine(text, "a.md", undefined)).toBe("# Memory\r\n- [B](b.md)\r\n");
    expect(withIndexLine("- [A](a.md)", "c d.md", toIndexLine("C [x]", "c d.md", ""))).toBe(
      "- [A](a.md)\n- [C x](<c d.md>)\n",
    );
    expect(withIndexLine("", "a.md", undefined)).toBe("");
  });
});

test("every file name becomes a valid URI, and different names different ones", () => {
  const names = [
    "use-pnpm.md",
    "a b.md",
    "a-b.md",
    "日本語.md",
    "sub/x.md",
    "q?.md",
    "....md",
    `${"l".repeat(300)}.md`,
  ];
  const uris = names.map(clientUri);
  for (const uri of uris) expect(parseUri(uri).namespace).toBe("client");
  expect(new Set(uris).size).toBe(names.length);
  expect(uris[0]).toBe("client://use-pnpm");
});

test("two memories that differ in a number contradict each other, also where only their bodies say it", () => {
  const port = (id: string, body: string) => ({ id, head: "The development server's port", body });
  const found = contradictionsIn([
    port("a", "The development server listens on port 3000.\n\n**Why:** the proxy knows 1 port."),
    port("b", "The development server listens on port 4000."),
    port("c", "The development server listens on port 4000."),
    { id: "d", head: "Tests", body: "The tests run on 2 cores." },
  ]);
  expect(found).toEqual([
    { a: "a", b: "b", why: "number" },
    { a: "a", b: "c", why: "number" },
  ]);
});
