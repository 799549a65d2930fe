/** The checkboxes of a feature's `tasks.md`, and the message about the open ones for SessionStart and PreCompact. */
import type { Messages } from "../../locale/messages.ts";
import { clip, oneLine } from "./cut.ts";

interface TaskList {
  total: number;
  done: number;
  /** The first open tasks: those in progress, then those under a `Tasks` or `Stages` heading. `total - done` counts all. */
  open: string[];
  /** The number of tasks in progress, at the beginning of `open`. */
  started: number;
}

export interface Feature extends TaskList {
  /** Absent for the client's own list. */
  name?: string;
}

const SHOWN_TASKS = 5;
/** One task must not use up the space of the others. */
const TASK_LENGTH = 400;

/** `null` when nothing is open. */
export function pendingTasksMessage(feature: Feature | undefined, messages: Messages): string | null {
  if (feature === undefined || feature.total === feature.done) return null;
  const { total, done, open, started } = feature;
  const shown = open.slice(0, SHOWN_TASKS);
  const hidden = total - done - shown.length;
  return [
    messages.tasks.title,
    ...featureLines(feature, messages),
    ...shown.map((task, at) => `- [${at < started ? "~" : " "}] ${clip(oneLine(task), TASK_LENGTH)}`),
    ...(hidden > 0 ? [messages.tasks.more(hidden)] : []),
    messages.tasks.next,
  ].join("\n");
}

/** `Feature: login (1/3 done)`; no line for the client's own list. */
export function featureLines({ name, total, done }: Feature, messages: Messages): string[] {
  return name === undefined ? [] : [messages.tasks.feature(oneLine(name), String(done), String(total))];
}

/** Open tasks whose text is kept. More are counted. */
export const KEPT_TASKS = 500;

/** `# Tasks`, `## Stages`, `## Task list`, `# Tasks: Login`, and the same in Pawl's other languages. */
const SECTION = /^(?:\d[\d.]*\s+)?(?:tasks?|stages?|任務|任务|階段|阶段|작업|단계)(?![\p{L}\p{N}])/iu;
const HEADING = /^(#{1,6})[ \t]+(\S.*)$/;
const FENCE = /^(`{3,}|~{3,})(.*)$/;
/** A bullet or a number (`1.`, `1)`, `1.2`), a box, and a text. */
const BOX = /^(?:[-*+•]|(?=\d*[.)])\d[\d.)]{0,19})[ \t]+[[［](.?)[\]］][ \t]+(\S.*)$/u;
const EMPTY = /^[ \t\u3000]?$/u;
const DONE = /^[xX✓✔]$/u;
/** As several tools write it: Obsidian, org-mode, GitLab's inapplicable is rare in a list of work. */
const STARTED = /^[~/-]$/;

/** Checkboxes in bulleted, numbered and nested lists, under any heading or none. Code and comments do not count. */
export function parseTasks(markdown: string | Uint8Array): TaskList {
  const text = typeof markdown === "string" ? markdown : decode(markdown);
  const started: string[] = [];
  const inSection: string[] = [];
  const elsewhere: string[] = [];
  let total = 0;
  let done = 0;
  /** Level of the `Tasks` heading that the line is under; 0 outside. */
  let section = 0;
  let fence = "";
  let inComment = false;
  for (const raw of text.replace(/^\ufeff/, "").split(/\r\n?|\n/)) {
    const line = raw.replace(/^[ \t>]+/, "").trimEnd();
    const opened = line.lastIndexOf("<!--");
    const closed = line.lastIndexOf("-->");
    if (inComment) {
      inComment = closed === -1 || opened > closed;
      continue;
    }
    const [, marks = "", behind = ""] = FENCE.exec(line) ?? [];
    if (fence !== "") {
      if (marks.startsWith(fence) && behind.trim() === "") fence = "";
      continue;
    }
    if (marks !== "") fence = marks;
    inComment = opened > closed;
    section = sectionAfter(line, section);
    const [, mark = "", task] = BOX.exec(line) ?? [];
    if (task === undefined) continue;
    const list = STARTED.test(mark) ? started : section > 0 ? inSection : elsewhere;
    if (DONE.test(mark)) done++;
    else if (list !== started && !EMPTY.test(mark)) continue;
    else if (list.length < KEPT_TASKS) list.push(task);
    total++;
  }
  const open = [...started, ...inSection, ...elsewhere].slice(0, KEPT_TASKS);
  return { total, done, open, started: Math.min(started.length, KEPT_TASKS) };
}

/** A section reaches to the next heading of its own level or above. */
function sectionAfter(line: string, section: number): number {
  const [, marks = "", title = ""] = HEADING.exec(line) ?? [];
  if (marks === "" || (section > 0 && marks.length > section)) return section;
  return SECTION.test(title.slice(0, 200)) ? marks.length : 0;
}

/** Some editors on Windows write UTF-16. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return new TextDecoder(!isUtf16 ? "utf-8" : first === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
}
