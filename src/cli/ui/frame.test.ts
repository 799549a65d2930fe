import { describe, expect, test } from "bun:test";
import { type BrowserState, drawFrame, mostScrolled } from "./frame.ts";
import type { ListItem } from "./items.ts";

const NOW = new Date(2026, 0, 15, 12).getTime();
const item = (i: number, more: Partial<ListItem> = {}): ListItem => ({
  sessionId: `${i}abcdefghijk`,
  at: NOW - i * 60_000,
  title: `Task ${i}`,
  project: "/projects/shop",
  isRunning: false,
  ...more,
});
const state = (more: Partial<BrowserState> = {}): BrowserState => ({
  query: "",
  shownQuery: "tax",
  items: [item(1, { isRunning: true }), item(2), item(3)],
  selected: 1,
  preview: ["first", "second", "third", "a line that is too long for it"],
  isReading: false,
  scrolled: 0,
  now: NOW,
  ...more,
});
const draw = (more: Partial<BrowserState>, columns = 60, rows = 12) =>
  Bun.stripANSI(drawFrame(state(more), { columns, rows }))
    .split("\n")
    .map((line) => line.trimEnd());

describe("one screen", () => {
  test("the query, the list with a mark, a line, the preview, the keys", () => {
    expect(draw({}).join("\n")).toMatchInlineSnapshot(`
      "Search › tax
      Sessions · all projects
        ● 11:59  Task 1
      ❯   11:58  Task 2
          11:57  Task 3
      ────────────────────────────────────────────────────────────
      first
      second
      third
      a line that is too long for it

      ? keys · Enter resume · Tab preview · Ctrl-S scope"
    `);
  });

  test("fills the rows and never a column more, whatever its size", () => {
    for (const [columns, rows] of [
      [20, 6],
      [60, 12],
      [99, 30],
      [100, 30],
      [140, 8],
    ] as const) {
      const lines = drawFrame(state(), { columns, rows }).split("\n");
      expect([columns, rows, lines.length]).toEqual([columns, rows, rows]);
      for (const line of lines) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(columns);
    }
  });

  test("the list takes at most two fifths of the room, and the selected line stays in sight", () => {
    const items = Array.from({ length: 30 }, (_, i) => item(i));
    for (const selected of [0, 1, 5, 15, 28, 29]) {
      const lines = draw({ items, selected });
      const listed = lines.filter((line) => /^[❯ ] +\d\d:\d\d +Task/.test(line));
      expect([selected, listed.length]).toEqual([selected, 3]);
      expect(
        lines.filter((line) => line.startsWith("❯")).map((line) => line.includes(`Task ${selected}`)),
      ).toEqual([true]);
    }
    expect(draw({ items, selected: 15 })[3]).toStartWith("❯");
    expect(draw({ items, selected: 29 })[4]).toStartWith("❯");
  });

  test("reading gives the preview all but one line, scrolled", () => {
    expect(draw({ isReading: true, scrolled: 1 }).join("\n")).toMatchInlineSnapshot(`
      "Search › tax
      Sessions · all projects
      ❯   11:58  Task 2
      ────────────────────────────────────────────────────────────
      second
      third
      a line that is too long for it




      ↑↓ scroll · Enter resume · Tab back · Esc quit"
    `);
  });

  test("a search says how many it found, what kind each is, and where the words stand", () => {
    const found = { type: "memory", snippet: "the tax is 19 %" };
    expect(
      draw({ query: "tax", items: [item(1, { found, sessionId: "" })], selected: 0 }).join("\n"),
    ).toMatchInlineSnapshot(`
      "Search › tax
      1 result · all projects
      ❯   11:59  Task 1
      ────────────────────────────────────────────────────────────
      › the tax is 19 %

      first
      second
      third
      a line that is too long for it

      ? keys · Enter resume · Tab preview · Ctrl-S scope"
    `);
    // Scrolled away with the rest.
    expect(
      draw({ query: "tax", items: [item(1, { found })], selected: 0, scrolled: 1 }).join("\n"),
    ).not.toContain("19 %");
  });

  test("a wide screen says what kind of record was found", () => {
    const found = { type: "memory", snippet: "the tax is 19 %" };
    const [, , row] = draw({ query: "tax", items: [item(1, { found })], selected: 0 }, 100);
    expect(row).toContain("1abcdefg");
    expect(row).toContain("memory");
  });

  test("the preview begins at the match, with the line before it", () => {
    const preview = [...Array.from({ length: 40 }, (_, i) => `line ${i}`), "here is the tax", "after it"];
    const found = { type: "prompt", snippet: "here is the tax" };
    const lines = draw({ query: "tax", items: [item(1, { found })], selected: 0, preview });
    expect(lines.slice(4, 7)).toEqual(["line 39", "here is the tax", "after it"]);
  });

  test("it says which project the list is limited to, and what the keys do", () => {
    expect(draw({ scope: "/projects/shop" })[1]).toBe("Sessions · in /projects/shop");
    const help = draw({ isHelp: true }, 60, 14).join("\n");
    expect(help).toContain("Ctrl-S     this project or all projects");
    expect(help).not.toContain("Task 1");
  });

  test("where nothing was found it says so", () => {
    expect(draw({ query: "tax", items: [], selected: 0 }).join("\n")).toMatchInlineSnapshot(`
      "Search › tax
      0 results · all projects
      No results.
      ────────────────────────────────────────────────────────────







      ? keys · Enter resume · Tab preview · Ctrl-S scope"
    `);
  });

  test("a wide terminal shows the project too", () => {
    expect(draw({}, 99).join("\n")).not.toContain("/projects/shop");
    expect(draw({}, 100).join("\n")).toContain("/projects/shop");
  });
});

test("the preview scrolls until its last line stands at the bottom", () => {
  const screen = { columns: 60, rows: 12 };
  const lines = (n: number) => Array.from({ length: n }, (_, i) => `line ${i}`);
  // Eight rows between head and foot, one of them for the selected item.
  expect([6, 7, 8, 20].map((n) => mostScrolled(state({ preview: lines(n) }), screen))).toEqual([0, 0, 1, 13]);
  expect(mostScrolled(state({ preview: undefined }), screen)).toBe(0);
  const wide = [`${"word ".repeat(20)}end`];
  expect(mostScrolled(state({ preview: wide }), { columns: 20, rows: 5 })).toBeGreaterThan(3);
});
