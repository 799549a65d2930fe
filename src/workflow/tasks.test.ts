import { expect, test } from "bun:test";
import fc from "fast-check";
import { messagesFor } from "../locale/index.ts";
import { clientTasksMessage, pendingTasksMessage } from "./pending-tasks.ts";
import { KEPT_TASKS, parseTasks } from "./tasks.ts";

const en = messagesFor("en");

test("S3.4 boxes count under any heading or none, those under a Tasks or Stages heading first", () => {
  const lines = [
    "# Feature",
    "- [ ] before",
    "## Tasks",
    "- [x] one",
    "### Part",
    "* [ ] two",
    "## Notes",
    "- [ ] later",
    "## Stages",
    "1. [X] three",
    "2) [ ] four",
    "##Tasks is no heading",
  ];
  expect(parseTasks(lines.join("\n"))).toEqual({
    total: 6,
    done: 2,
    open: ["two", "four", "before", "later"],
  });
});

test.each([
  "## Tasks",
  "# Tasks",
  "## 任務",
  "## Task List",
  "## 1. Implementation",
  "# Tasks: User login",
  "### 작업",
  "",
])("W8 a list under %p is found", (heading) => {
  expect(parseTasks(`${heading}\n\n- [ ] 1.1 TASK\n- [X] done\n`)).toEqual({
    total: 2,
    done: 1,
    open: ["1.1 TASK"],
  });
});

test("Spec Kit's and OpenSpec's own formats are read whole", () => {
  const specKit =
    "# Tasks: X\n## Phase 1: Setup\n- [x] T001 Create\n- [ ] T002 [P] [US1] Model in src/m.py\n---\n## Phase 2\n- [ ] T003 [US2] Next\n";
  expect(parseTasks(specKit).open).toEqual(["T002 [P] [US1] Model in src/m.py", "T003 [US2] Next"]);
  const openSpec = "## 1. Setup\n\n- [x] 1.1 Add\n- [ ] 1.2 Wire\n  - [ ] 1.2.1 nested\n";
  expect(parseTasks(openSpec)).toMatchObject({ total: 3, done: 1, open: ["1.2 Wire", "1.2.1 nested"] });
});

test("S3.4 nested boxes count, boxes in code and comments do not", () => {
  const lines = [
    "## Tasks",
    "- [ ] outer",
    "    - [x] inner",
    "\t- [ ] tabbed",
    "1.2 [ ] numbered",
    "> - [ ] quoted",
    "```md",
    "- [ ] in code",
    "## Notes",
    "~~~",
    "```",
    "  ~~~~",
    "  - [ ] in longer code",
    "  ~~~",
    "  ~~~~",
    "<!--",
    "- [ ] in a comment",
    "-->",
    "- [ ] last <!-- id 7 -->",
    "- [ ]",
    "- [] short",
    "- [link](x)",
    "- [x](link)",
    "2026 [x] a sentence",
    "a [ ] sentence",
  ];
  expect(parseTasks(lines.join("\n"))).toEqual({
    total: 7,
    done: 1,
    open: ["outer", "tabbed", "numbered", "quoted", "last <!-- id 7 -->", "short"],
  });
});

test("a comment that begins behind a plain box goes on over the next lines; one that ends there does not", () => {
  const lines = [
    "- [ ] one <!-- a --> <!-- b",
    "- [ ] hidden",
    "- [ ] hidden --> <!-- c -->",
    "- [x] two <!-- d -->",
    "- [ ] three",
    "  - [ ] four <!-- e --> and more",
    "- [ ] <!--",
    "- [ ] hidden",
    "-->",
    "- [ ] five",
    "- [ ]   ",
    "- [ ] ",
  ];
  expect(parseTasks(lines.join("\n"))).toEqual({
    total: 6,
    done: 1,
    open: ["one <!-- a --> <!-- b", "three", "four <!-- e --> and more", "<!--", "five"],
  });
});

test("the quick way over plain boxes counts what the careful way counts", () => {
  const parts = [
    "- [ ] a",
    "- [x] b",
    "  - [ ] c",
    "- [ ] d <!-- x -->",
    "- [ ] e <!--",
    "--> f",
    "```",
    "# Tasks",
    "## Notes",
    "text",
    "- [ ]",
    "- [X] g",
    "\t- [ ] h",
    "* [ ] i",
    "12. [x] j",
    "3. [ ] k",
    "",
  ];
  const line = fc.constantFrom(...parts);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom("\n", "\r\n"), (lines, end) => {
      const text = lines.join(end);
      // A quoted list counts as well, and never goes the quick way.
      const quoted = text.replaceAll(/^(?=[ \t]*(?:[-+*]|\d+\.) \[)/gm, "> ");
      expect(parseTasks(text)).toEqual(parseTasks(quoted));
    }),
    { numRuns: 500 },
  );
});

test("S0.9 Windows line ends, a byte order mark and UTF-16 make no difference", () => {
  const text = "\ufeff## Tasks\r\n- [ ] 登入\r\n- [x] two\r\n";
  expect(parseTasks(text)).toEqual({ total: 2, done: 1, open: ["登入"] });
  expect(parseTasks(Buffer.from(text, "utf16le"))).toEqual({ total: 2, done: 1, open: ["登入"] });
  expect(parseTasks("## Tasks\r\n- [ ] last line").open).toEqual(["last line"]);
  expect(parseTasks("")).toEqual({ total: 0, done: 0, open: [] });
});

test("W9 an open task is found behind 100,000 ticked ones, and all of many open ones are counted", () => {
  expect(parseTasks(`${"- [x] done\n".repeat(100_000)}- [ ] the last\n`)).toEqual({
    total: 100_001,
    done: 100_000,
    open: ["the last"],
  });
  const many = parseTasks("- [ ] one more\n".repeat(KEPT_TASKS + 7));
  expect([many.total, many.open.length]).toEqual([KEPT_TASKS + 7, KEPT_TASKS]);
});

test("the client's own list is told without a feature", () => {
  expect(clientTasksMessage(["A", "B"], en)).toBe(
    "📋 **Open tasks**\n- [ ] A\n- [ ] B\n→ Use TaskCreate to rebuild the task list from these tasks, then continue.",
  );
  expect(clientTasksMessage([], en)).toBeNull();
});

const feature = (open: number, done: number) => ({
  name: "user-login",
  total: open + done,
  done,
  open: Array.from({ length: open }, (_, n) => `open ${n}`),
});

test("S3.4 names the feature, how far it is, five open tasks, how many more, and what to do", () => {
  expect(pendingTasksMessage(feature(7, 3), en)).toBe(
    [
      "📋 **Open tasks**",
      "Feature: user-login (3/10 done)",
      "- [ ] open 0",
      "- [ ] open 1",
      "- [ ] open 2",
      "- [ ] open 3",
      "- [ ] open 4",
      "… and 2 more",
      "→ Use TaskCreate to rebuild the task list from these tasks, then continue.",
    ].join("\n"),
  );
  expect(pendingTasksMessage(feature(5, 0), en)).not.toContain("more");
});

test("S3.4 is null without an active feature, without tasks, and when all is done", () => {
  expect(pendingTasksMessage(undefined, en)).toBeNull();
  expect(pendingTasksMessage(feature(0, 0), en)).toBeNull();
  expect(pendingTasksMessage(feature(0, 4), en)).toBeNull();
});

test("counts of a file that was read in part say so", () => {
  expect(pendingTasksMessage({ ...feature(1, 1), partial: true }, en)).toContain("(1+/2+ done)");
});

test("S3.4 zh-TW has the lines of the seed", () => {
  expect(pendingTasksMessage(feature(6, 2), messagesFor("zh-TW"))?.split("\n")).toEqual([
    "📋 **未完成任務**",
    "Feature：user-login（2/8 完成）",
    "- [ ] open 0",
    "- [ ] open 1",
    "- [ ] open 2",
    "- [ ] open 3",
    "- [ ] open 4",
    "... 還有 1 個",
    "→ 請使用 TaskCreate 重建以上任務的 TaskList，然後繼續執行。",
  ]);
});
