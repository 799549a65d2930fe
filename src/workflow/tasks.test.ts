import { expect, test } from "bun:test";
import { messagesFor } from "../locale/index.ts";
import { pendingTasksMessage } from "./pending-tasks.ts";
import { parseTasks } from "./tasks.ts";

const en = messagesFor("en");
const texts = (markdown: string) =>
  parseTasks(markdown).map((task) => `${task.done ? "x" : "-"}${task.text}`);

test("S3.4 only boxes under ## Tasks or ## Stages count, until the next ## heading", () => {
  expect(
    texts(
      [
        "# Feature",
        "- [ ] before",
        "## Tasks",
        "- [x] one",
        "### Part",
        "* [ ] two",
        "## Notes",
        "- [ ] not me",
        "## Stages",
        "1. [X] three",
        "##Tasks is no heading",
        "## Tasks for later",
        "- [ ] nor me",
      ].join("\n"),
    ),
  ).toEqual(["xone", "-two", "xthree"]);
});

test("S3.4 nested boxes count, boxes in code and comments do not", () => {
  expect(
    texts(
      [
        "## Tasks",
        "- [ ] outer",
        "    - [x] inner",
        "\t- [ ] tabbed",
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
        "- [] nothing",
        "- [link](x)",
      ].join("\n"),
    ),
  ).toEqual(["-outer", "xinner", "-tabbed", "-last <!-- id 7 -->"]);
});

test("S0.9 Windows line ends and a byte order mark make no difference", () => {
  expect(texts("\ufeff## Tasks\r\n- [ ] one\r\n- [x] two\r\n\r\n## Next\r\n- [ ] no\r\n")).toEqual([
    "-one",
    "xtwo",
  ]);
  expect(texts("## Tasks\r\n- [ ] last line")).toEqual(["-last line"]);
  expect(texts("")).toEqual([]);
});

const feature = (open: number, done: number) => ({
  name: "user-login",
  tasks: [
    ...Array.from({ length: done }, (_, n) => ({ text: `done ${n}`, done: true })),
    ...Array.from({ length: open }, (_, n) => ({ text: `open ${n}`, done: false })),
  ],
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
