/** The client's index `MEMORY.md`: one line per memory, `- [Title](file.md) — hook`. The client shows only its beginning. */

export const INDEX_FILE = "MEMORY.md";

export interface IndexLine {
  title: string;
  file: string;
  hook: string;
}

/** The part that the client injects into every session. Measured with 2.1.325. */
const SHOWN = { lines: 200, bytes: 24_400 };

const LINK = /\[([^\]\n]{0,300})\]\(\s*<?([^)>\n]{1,400}?)>?\s*\)/;

export function parseIndex(text: string): IndexLine[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const link = LINK.exec(line);
    if (link === null) return [];
    const [all, title = "", target = ""] = link;
    const hook = line
      .slice(link.index + all.length)
      .replace(/^\s*(?:[—–:-]+\s*)?/, "")
      .trim();
    return [{ title: title.trim(), file: toFile(target), hook }];
  });
}

/** The lines that the client injects into every session. */
export function shownLines(text: string): string[] {
  let bytes = 0;
  return text
    .split(/\r?\n/)
    .slice(0, SHOWN.lines)
    .filter((line) => {
      bytes += Buffer.byteLength(line) + 1;
      return bytes <= SHOWN.bytes;
    });
}

/** An undefined `line` removes the file's line. A file without a line gets one at the end. */
export function withIndexLine(text: string, file: string, line: string | undefined): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((one) => {
    const target = LINK.exec(one)?.[2];
    return target !== undefined && toFile(target) === file;
  });
  if (at >= 0) {
    if (line === undefined) lines.splice(at, 1);
    else lines[at] = line;
    return lines.join(newline);
  }
  if (line === undefined) return text;
  const kept = text === "" || text.endsWith("\n") ? text : `${text}${newline}`;
  return `${kept}${line}${newline}`;
}

/** As the client writes it. */
export function toIndexLine(title: string, file: string, hook: string): string {
  const plain = (part: string) => part.replace(/[\r\n]+/g, " ").trim();
  const label = plain(title).replace(/[[\]]/g, "");
  const target = /[\s()]/.test(file) ? `<${file}>` : file;
  return `- [${label}](${target})${hook.trim() === "" ? "" : ` — ${plain(hook)}`}`;
}

/** A link's target as a name below the folder: escapes are decoded, `./` and anchors removed. */
function toFile(target: string): string {
  const plain = target.replace(/^\.\//, "").replace(/#.*$/, "");
  try {
    return decodeURIComponent(plain);
  } catch {
    // A lone % in a name: use the name unchanged.
    return plain;
  }
}
