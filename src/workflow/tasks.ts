/** The checkboxes of a feature's `tasks.md`. */

export interface Task {
  text: string;
  done: boolean;
}

const SECTION = /^##[ \t]+(?:tasks|stages)[ \t:：#]*$/i;
const HEADING = /^##[ \t]/;
const BOX = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\][ \t]+(\S.*)$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/;

/** Boxes under `## Tasks` or `## Stages`, nested ones too, until the next `## `; none inside code or comments. */
export function parseTasks(markdown: string): Task[] {
  const tasks: Task[] = [];
  let inSection = false;
  let fence: string | undefined;
  let inComment = false;
  for (const line of linesOf(markdown)) {
    const mark = FENCE.exec(line);
    if (fence !== undefined) {
      if (mark !== null && closes(fence, mark)) fence = undefined;
      continue;
    }
    if (inComment) {
      inComment = !line.includes("-->");
      continue;
    }
    if (mark !== null) {
      fence = mark[1];
      continue;
    }
    if (HEADING.test(line)) inSection = SECTION.test(line.trimEnd());
    else if (inSection) {
      const box = BOX.exec(line);
      if (box !== null) tasks.push({ text: (box[2] ?? "").trimEnd(), done: box[1] !== " " });
    }
    inComment = line.lastIndexOf("<!--") > line.lastIndexOf("-->");
  }
  return tasks;
}

/** A fence ends with at least as many of its own characters, and nothing behind them. */
function closes(open: string, mark: RegExpExecArray): boolean {
  const [, marks = "", behind = ""] = mark;
  return marks.startsWith(open) && behind.trim() === "";
}

/** One at a time: a file may be large, and an array of all its lines larger. */
function* linesOf(text: string): Generator<string> {
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    yield text.slice(start, text.charCodeAt(end - 1) === 13 ? end - 1 : end);
    start = end + 1;
  }
}
