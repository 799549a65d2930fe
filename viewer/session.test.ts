/** What a session's page computes, without a browser. */
import { expect, test } from "bun:test";
import { createHeights } from "./src/parts/heights.ts";
import type { FullRecord, SessionOutline } from "./src/state/types.ts";
import { editsOf } from "./src/views/session/edit-of.ts";
import { createOutline, type Item, type Shown } from "./src/views/session/outline.ts";

test("heights find a row by position and follow a change", () => {
  const heights = createHeights(5, (i) => 10 * (i + 1));
  expect(heights.total).toBe(150);
  expect([0, 1, 2, 3, 4].map(heights.top)).toEqual([0, 10, 30, 60, 100]);
  expect([0, 9, 10, 59, 60, 149, 999].map(heights.at)).toEqual([0, 0, 1, 2, 3, 4, 4]);
  heights.set(1, 100);
  expect([heights.total, heights.top(2), heights.at(50), heights.height(1)]).toEqual([230, 110, 1, 100]);
});

test("heights of 20,000 rows agree with a plain sum", () => {
  const heightOf = (i: number) => 20 + ((i * 7919) % 90);
  const heights = createHeights(20_000, heightOf);
  let sum = 0;
  for (let i = 0; i < 20_000; i++) {
    if (i % 997 === 0) expect([heights.top(i), heights.at(sum), heights.at(sum + 1)]).toEqual([sum, i, i]);
    sum += heightOf(i);
  }
  expect(heights.total).toBe(sum);
});

/** Turn 1: prompt, three calls (one failed), a subagent of two rows, an injection, the answer. Turn 2: prompt, answer. */
const outline: SessionOutline = {
  ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  kinds: "pooooiorpr",
  turns: [1, 1, 1, 1, 1, 1, 1, 1, 2, 2],
  from: new Date(2026, 0, 31, 23, 59).getTime(),
  seconds: [0, 1, 2, 3, 4, 5, 6, 7, 120, 130],
  named: [-1, 0, 1, 0, 0, -1, 0, -1, -1, -1],
  names: ["Bash", "Edit"],
  sizes: [10, 0, 0, 0, 0, 0, 0, 100, 10, 1000],
  failed: [1],
  titles: ["Round the totals", "And the taxes"],
  agents: [{ from: 3, to: 5, id: "a1", type: "explorer", title: "Look" }],
};
const folded: Shown = { filter: undefined, isTurnOpen: () => false, isChapterOpen: () => false };
const shownAs = (items: Item[]) => items.map((item) => (item.type === "entry" ? item.id : item.type));

test("a folded turn shows what was asked and answered, and says what lies between", () => {
  const items = createOutline(outline).items(folded);
  expect(shownAs(items)).toEqual([
    "card",
    "day",
    "prompt-1",
    "fold",
    "response-8",
    "day",
    "prompt-9",
    "response-10",
  ]);
  expect(items[3]).toMatchObject({ calls: 5, edits: 1, failures: 1, agents: 1, isOpen: false });
});

test("the table of contents has each turn with its title, calls and failures, and where it was compacted", () => {
  expect(createOutline(outline).chapters()).toEqual([
    { id: "prompt-1", turn: { number: 1, title: "Round the totals", calls: 5, failures: 1 } },
    { id: "prompt-9", turn: { number: 2, title: "And the taxes", calls: 0, failures: 0 } },
  ]);
  const named = [-1, -1, 0, ...outline.named.slice(3)];
  const compacted = {
    ...outline,
    kinds: "peoooiorpr",
    named: [-1, 2, ...named.slice(2)],
    names: [...outline.names, "PreCompact"],
  };
  expect(createOutline(compacted).chapters()[1]).toEqual({ id: "event-2" });
});

test("an open turn shows its rows, a subagent as one chapter until it is opened", () => {
  const whole = createOutline(outline);
  const open = { ...folded, isTurnOpen: () => true };
  expect(shownAs(whole.items(open)).slice(3, 9)).toEqual([
    "fold",
    "observation-2",
    "observation-3",
    "agent",
    "injection-6",
    "observation-7",
  ]);
  const all = shownAs(whole.items({ ...open, isChapterOpen: () => true }));
  expect(all.slice(6, 9)).toEqual(["agent", "observation-4", "observation-5"]);
});

test("a filter leaves its rows, each below what was asked, and counts them", () => {
  const whole = createOutline(outline);
  expect(shownAs(whole.items({ ...folded, filter: "failures" }))).toEqual([
    "day",
    "prompt-1",
    "observation-2",
  ]);
  expect(shownAs(whole.items({ ...folded, filter: "edits" }))).toEqual(["day", "prompt-1", "observation-3"]);
  expect(shownAs(whole.items({ ...folded, filter: "injections" }))).toEqual([
    "day",
    "prompt-1",
    "injection-6",
  ]);
  expect(shownAs(whole.items({ ...folded, filter: "prompts" }))).toEqual([
    "day",
    "prompt-1",
    "day",
    "prompt-9",
  ]);
  expect(whole.counts()).toEqual({ failures: 1, edits: 1, prompts: 2, injections: 1 });
});

test("a row is found by its id, with its turn and its chapter", () => {
  const whole = createOutline(outline);
  expect(whole.placeOf("observation-4")).toBe(3);
  expect([whole.turnOfPlace(3), whole.chapterOfPlace(3), whole.chapterOfPlace(0)]).toEqual([1, 0, -1]);
  expect(whole.placeOf("observation-99")).toBeUndefined();
});

test("20,000 rows become one item each when open, three a turn when folded", () => {
  const count = 20_000;
  const many: SessionOutline = {
    ...outline,
    ids: Array.from({ length: count }, (_, i) => i),
    kinds: "poooooooor".repeat(count / 10),
    turns: Array.from({ length: count }, (_, i) => Math.floor(i / 10) + 1),
    seconds: Array.from({ length: count }, (_, i) => i),
    named: Array.from({ length: count }, () => 0),
    sizes: Array.from({ length: count }, (_, i) => (i % 10 === 0 ? 100 : 0)),
    failed: [],
    agents: [],
  };
  const whole = createOutline(many);
  // Folded: a prompt, a fold and an answer per turn, and the card; day lines come on top.
  const days = (items: Item[]) => items.filter(({ type }) => type === "day").length;
  const items = whole.items(folded);
  expect(items.length - days(items)).toBe(3 * 2000 + 1);
  const open = whole.items({ ...folded, isTurnOpen: () => true });
  expect(open.length - days(open)).toBe(count + 2000 + 1);
});

const record = (fields: Partial<FullRecord>): FullRecord => ({
  id: "observation-1",
  kind: "observation",
  sessionId: "s",
  project: "/p",
  at: 1,
  ...fields,
});
const linesIn = (fields: Partial<FullRecord>) =>
  editsOf(record(fields)).map(({ file, hunks }) => [
    file,
    hunks.flatMap(({ lines }) => lines.map(({ kind, text }) => `${kind[0]}${text}`)).join("|"),
  ]);

test("an edit is read from what the client reports, with line numbers", () => {
  const response = JSON.stringify({
    filePath: "/p/a.ts",
    structuredPatch: [
      { oldStart: 7, newStart: 7, lines: [" a", "-b", "+c", "\\ No newline at end of file"] },
    ],
  });
  const [edit] = editsOf(record({ tool: "Edit", input: '{"file_path":"/p/a.ts"}', response }));
  expect(edit?.hunks[0]?.start).toEqual({ before: 7, after: 7 });
  expect(linesIn({ tool: "Edit", input: '{"file_path":"/p/a.ts"}', response })).toEqual([
    ["/p/a.ts", "sa|rb|ac"],
  ]);
});

test("without that, an edit is read from its input; a file that was written is all new", () => {
  const input = JSON.stringify({ file_path: "/p/a.ts", old_string: "a\nb", new_string: "a\nc" });
  expect(linesIn({ tool: "Edit", input, response: "ok" })).toEqual([["/p/a.ts", "sa|rb|ac"]]);
  const write = JSON.stringify({ file_path: "/p/a.ts", content: "x\ny" });
  expect(linesIn({ tool: "Write", input: write })).toEqual([["/p/a.ts", "ax|ay"]]);
  const patch = JSON.stringify({
    edits: [
      { file_path: "/p/a.ts", old_string: "a", new_string: "b" },
      { file_path: "/p/b.ts", change: "added", new_string: "n" },
    ],
  });
  expect(linesIn({ tool: "MultiEdit", input: patch })).toEqual([
    ["/p/a.ts", "ra|ab"],
    ["/p/b.ts", "an"],
  ]);
  expect(editsOf(record({ tool: "Edit", input: '{"file_path":"/p' }))).toEqual([]);
});

test("only the lines around a change are shown", () => {
  const before = Array.from({ length: 40 }, (_, i) => `line ${i}`);
  const after = before.with(5, "changed").with(30, "changed too");
  const input = JSON.stringify({
    file_path: "a",
    old_string: before.join("\n"),
    new_string: after.join("\n"),
  });
  const [edit] = editsOf(record({ tool: "Edit", input }));
  expect(edit?.hunks.map(({ lines }) => lines.length)).toEqual([8, 8]);
});
