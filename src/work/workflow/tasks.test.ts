import { expect, test } from "bun:test";
import { messagesFor } from "../../locale/index.ts";
import { KEPT_TASKS, parseTasks, pendingTasksMessage } from "./tasks.ts";

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
    started: 0,
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
])("a list under %p is found", (heading) => {
  expect(parseTasks(`${heading}\n\n- [ ] 1.1 TASK\n- [X] done\n`)).toEqual({
    total: 2,
    done: 1,
    open: ["1.1 TASK"],
    started: 0,
  });
});

test("Spec Kit's and OpenSpec's own formats are read whole", () => {
  const specKit =
    "# Tasks: X\n## Phase 1: Setup\n- [x] T001 Create\n- [ ] T002 [P] [US1] Model in src/m.py\n---\n## Phase 2\n- [ ] T003 [US2] Next\n";
  expect(parseTasks(specKit).open).toEqual(["T002 [P] [US1] Model in src/m.py", "T003 [US2] Next"]);
  const openSpec = "## 1. Setup\n\n- [x] 1.1 Add\n- [ ] 1.2 Wire\n  - [ ] 1.2.1 nested\n";
  expect(parseTasks(openSpec)).toMatchObject({
    total: 3,
    done: 1,
    open: ["1.2 Wire", "1.2.1 nested"],
    started: 0,
  });
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
    started: 0,
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
    started: 0,
  });
});

test("S0.9 Windows line ends, a byte order mark and UTF-16 make no difference", () => {
  const text = "\ufeff## Tasks\r\n- [ ] 登入\r\n- [x] two\r\n";
  expect(parseTasks(text)).toEqual({ total: 2, done: 1, open: ["登入"], started: 0 });
  expect(parseTasks(Buffer.from(text, "utf16le"))).toEqual({ total: 2, done: 1, open: ["登入"], started: 0 });
  expect(parseTasks("## Tasks\r\n- [ ] last line").open).toEqual(["last line"]);
  expect(parseTasks("")).toEqual({ total: 0, done: 0, open: [], started: 0 });
});

test("an open task is found behind 100,000 ticked ones, and all of many open ones are counted", () => {
  expect(parseTasks(`${"- [x] done\n".repeat(100_000)}- [ ] the last\n`)).toEqual({
    total: 100_001,
    done: 100_000,
    open: ["the last"],
    started: 0,
  });
  const many = parseTasks("- [ ] one more\n".repeat(KEPT_TASKS + 7));
  expect([many.total, many.open.length]).toEqual([KEPT_TASKS + 7, KEPT_TASKS]);
});

test("the client's own list is told without a feature", () => {
  expect(pendingTasksMessage({ total: 2, done: 0, open: ["A", "B"], started: 0 }, en)).toBe(
    "📋 **Open tasks**\n- [ ] A\n- [ ] B\n→ Use TaskCreate to rebuild the task list from these tasks, then continue.",
  );
  expect(pendingTasksMessage({ total: 0, done: 0, open: [], started: 0 }, en)).toBeNull();
});

const feature = (open: number, done: number) => ({
  name: "user-login",
  total: open + done,
  done,
  open: Array.from({ length: open }, (_, n) => `open ${n}`),
  started: 0,
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

test("a box at the very beginning counts, with and without a byte order mark, in text and in bytes", () => {
  const one = { total: 1, done: 0, open: ["one"], started: 0 };
  for (const text of ["- [ ] one", "\ufeff- [ ] one", "1. [ ] one", "\ufeff1. [ ] one\r\n"]) {
    expect(parseTasks(text)).toEqual(one);
    expect(parseTasks(Buffer.from(text))).toEqual(one);
  }
  // Half a mark is text.
  expect(parseTasks(Buffer.from([0xef, 0xbb, 0x20, ...Buffer.from("- [ ] one")]))).toMatchObject({
    total: 0,
  });
});

test("each kind of bullet and number begins a task; a dash or a number without one does not", () => {
  const texts = (line: string) => parseTasks(`${line}\n`).open;
  for (const line of [
    "- [ ] a",
    "* [ ] a",
    "+ [ ] a",
    "0. [ ] a",
    "9) [ ] a",
    "10.2.3) [ ] a",
    "1.2 [ ] a",
    "\t- [] a",
  ])
    expect([line, texts(line)]).toEqual([line, ["a"]]);
  for (const line of [
    "-[ ] a",
    "1 [ ] a",
    "- [ ]a",
    "- []a",
    "- [z] a",
    "- [ ] ",
    "/. [ ] a",
    ":. [ ] a",
    "[ ] a",
    "- ( ] a",
  ])
    expect([line, texts(line)]).toEqual([line, []]);
  expect(texts(`${"1.".repeat(10)} [ ] a`)).toEqual(["a"]);
  expect(texts(`${"1.".repeat(10)}1 [ ] a`)).toEqual([]);
});

test("a fence of three marks hides what is in it, two marks are text", () => {
  expect(parseTasks("``\n- [ ] a\n``\n- [ ] b").total).toBe(2);
  expect(parseTasks("`code`\n- [ ] a").total).toBe(1);
  expect(parseTasks("~~~\n- [ ] a\n~~~ not closed\n- [ ] b\n~~~\n- [ ] c").open).toEqual(["c"]);
  expect(parseTasks("````\n```\n- [ ] a\n`````\n- [ ] b").open).toEqual(["b"]);
});

test("a comment hides until it ends; what only looks like one hides nothing", () => {
  expect(parseTasks("a <!-\n- [ ] a\n<! --\n- [ ] b\n<!-x-\n- [ ] c").total).toBe(3);
  expect(parseTasks("<!-- a\n- [ ] b\n-> c\n- [ ] d\n--x>\n- [ ] e\n-->\n- [ ] f").open).toEqual(["f"]);
  expect(parseTasks("<!---->\n- [ ] a").open).toEqual(["a"]);
  expect(parseTasks("<!-- a --> <!-- b\n- [ ] c\n--> <!-- d -->\n- [ ] e").open).toEqual(["e"]);
  expect(parseTasks("<< <!-- a\n- [ ] b").total).toBe(0);
});

test("a section begins with a heading of one to six marks and ends with the next of its level or above", () => {
  const order = (heading: string) => parseTasks(`- [ ] before\n${heading}\n- [ ] in\n`).open;
  const first = ["in", "before"];
  for (const heading of [
    "# Tasks",
    "###### Stages",
    "## 2.1 Tasks",
    "## TASKS: all",
    "# 任務",
    "# 단계",
    "# tasks list",
  ])
    expect([heading, order(heading)]).toEqual([heading, first]);
  for (const heading of ["####### Tasks", "#Tasks", "# Tasksheet", "# Notes", "# Tests", "# Stagesé", "#"])
    expect([heading, order(heading)]).toEqual([heading, ["before", "in"]]);
  const nested = "- [ ] a\n## Tasks\n### Notes\n- [ ] b\n# Notes\n- [ ] c\n####### Tasks\n- [ ] d";
  expect(parseTasks(nested).open).toEqual(["b", "a", "c", "d"]);
  expect(parseTasks("- [ ] a\n# Tasks\n- [ ] b\n#\n- [ ] c\n## Tasks\n- [ ] d").open).toEqual([
    "b",
    "c",
    "d",
    "a",
  ]);
});

test("the kept tasks are at most 500 of all, those of the section first, a carriage return is no text", () => {
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => `- [ ] ${name}${n}`).join("\r\n");
  const list = parseTasks(
    `${many("out", KEPT_TASKS + 1)}\r\n# Tasks\r\n> - [ ] quoted\r\n${many("in", 2)}\r\n`,
  );
  expect(list.total).toBe(KEPT_TASKS + 4);
  expect(list.open.slice(0, 4)).toEqual(["quoted", "in0", "in1", "out0"]);
  expect(list.open.length).toBe(KEPT_TASKS);
  expect(KEPT_TASKS).toBe(500);
  expect(parseTasks("> - [ ] \r\n> - [ ]\r\n\r\n").total).toBe(0);
});

test("a task in progress counts as open and comes first, whatever section it is in; other ticks are done", () => {
  const list = [
    "- [~] b",
    "- [ ] c",
    "- [x] d",
    "## Tasks",
    "- [/] e",
    "- [-] f",
    "- [✓] g",
    "- [✔] h",
    "- [?] i",
  ];
  expect(parseTasks(["- [ ] a", ...list].join("\n"))).toEqual({
    total: 8,
    done: 3,
    open: ["b", "e", "f", "a", "c"],
    started: 3,
  });
});

test("fullwidth brackets, a round bullet, bare carriage returns and both orders of UTF-16 are read", () => {
  expect(parseTasks("• [ ] a\r- ［ ］ b\r- ［x］ c\r")).toMatchObject({
    total: 3,
    done: 1,
    open: ["a", "b"],
  });
  const big = Buffer.from("\ufeff- [ ] 登入", "utf16le").swap16();
  expect(parseTasks(big).open).toEqual(["登入"]);
});

test("a task in progress is shown with its mark, and a long one leaves room for the others", () => {
  const long = "x".repeat(5000);
  const lines = pendingTasksMessage(
    { name: "f", total: 3, done: 0, open: ["now", long, "last"], started: 1 },
    en,
  );
  expect(lines).toContain("- [~] now\n");
  expect(lines).toContain("- [ ] last");
  expect(lines?.length).toBeLessThan(700);
});
