/** The client's index `MEMORY.md`: one line a memory, `- [Title](file.md) — hook`. The client shows only its beginning. */

export const INDEX_FILE = "MEMORY.md";

export interface IndexLine {
  /** From 1. */
  line: number;
  title: string;
  file: string;
  hook: string;
  /** Within what the client puts into every session. */
  isShown: boolean;
}

/** Measured with 2.1.325: 200 lines, or 24.4 kB. */
const SHOWN_LINES = 200;
const SHOWN_BYTES = 24_400;

const LINK = /\[([^\]\n]{0,300})\]\(\s*<?([^)>\n]{1,400}?)>?\s*\)/;

export function parseIndex(text: string): IndexLine[] {
  const found: IndexLine[] = [];
  for (const { number, line, isShown } of numbered(text)) {
    const link = LINK.exec(line);
    if (link === null) continue;
    const [all, title = "", target = ""] = link;
    const hook = line
      .slice(link.index + all.length)
      .replace(/^\s*(?:[—–:-]+\s*)?/, "")
      .trim();
    found.push({ line: number, title: title.trim(), file: toFile(target), hook, isShown });
  }
  return found;
}

/** The part that the client puts into every session. */
export function shownPart(text: string): string {
  return numbered(text)
    .filter(({ isShown }) => isShown)
    .map(({ line }) => line)
    .join("\n");
}

function numbered(text: string): { number: number; line: string; isShown: boolean }[] {
  let bytes = 0;
  return text.split(/\r?\n/).map((line, index) => {
    bytes += Buffer.byteLength(line) + 1;
    return { number: index + 1, line, isShown: index < SHOWN_LINES && bytes <= SHOWN_BYTES };
  });
}

/** Undefined `line` takes the file's line out. A file without a line gets one at the end. */
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

/** A link's target as a name below the folder; escapes are written out, `./` and anchors dropped. */
function toFile(target: string): string {
  const plain = target.replace(/^\.\//, "").replace(/#.*$/, "");
  try {
    return decodeURIComponent(plain);
  } catch {
    // A lone % in a name: then it is meant as it stands.
    return plain;
  }
}
