/** A unified diff for people to read before and after an edit. */
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff/lib/patch/create.js";

export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return "";
  const patch = structuredPatch(file, file, toPlain(before), toPlain(after), undefined, undefined, {
    context: 3,
  });
  // The token is hidden: terminals are recorded and pasted into bug reports.
  return formatPatch(patch, FILE_HEADERS_ONLY).replace(/(Bearer )[^"\\\s]+/g, "$1…");
}

/** Line ends and a byte order mark are irrelevant to the reader. */
function toPlain(text: string): string {
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return plain === "" || plain.endsWith("\n") ? plain : `${plain}\n`;
}
