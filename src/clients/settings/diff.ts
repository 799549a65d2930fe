/** A unified diff for people to read before and after an edit. */
import { structuredPatch } from "diff/lib/patch/create.js";

const CONTEXT = 3;
/** Beyond so many changed lines the shortest diff is not worth its time: all goes and all comes. */
const MOST_CHANGES = 1_000;

export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return "";
  return `${[`--- ${file}`, `+++ ${file}`, ...hunks(toPlain(before), toPlain(after)).map(hideToken)].join("\n")}\n`;
}

/** Terminals are recorded and pasted into bug reports. */
function hideToken(line: string): string {
  return line.replace(/(Bearer )[^"\\\s]+/g, "$1…");
}

/** Line ends and a mark of the encoding are not what the reader looks for. */
function toPlain(text: string): string {
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return plain === "" || plain.endsWith("\n") ? plain : `${plain}\n`;
}

function hunks(before: string, after: string): string[] {
  const patch = structuredPatch("", "", before, after, "", "", {
    context: CONTEXT,
    maxEditLength: MOST_CHANGES,
  });
  if (patch === undefined) {
    const gone = before.split("\n").slice(0, -1);
    const come = after.split("\n").slice(0, -1);
    return [
      `@@ -1,${gone.length} +1,${come.length} @@`,
      ...gone.map((line) => `-${line}`),
      ...come.map((line) => `+${line}`),
    ];
  }
  return patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${startOf(oldStart, oldLines)},${oldLines} +${startOf(newStart, newLines)},${newLines} @@`,
    ...lines,
  ]);
}

/** An empty range is named by the line before it. */
function startOf(start: number, lines: number): number {
  return lines === 0 ? start - 1 : start;
}
