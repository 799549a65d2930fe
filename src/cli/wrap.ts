/**
 * Breaks lines at words. Bun.wrapAnsi either leaves Chinese text unbroken, which has no spaces, or cuts links in two; here
 * a line may end after every Chinese character and never inside of a word, so that links and commands can be copied.
 */

const OPENING = "「『（《〈【“‘";
const CLOSING = "。，、；：！？」』）》〉】”’…·";
const HAN = "\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef";
/** A run of spaces, one Chinese character with what must not be parted from it, or a word. */
const TOKEN = new RegExp(`\\s+|[${OPENING}]*[${HAN}][${CLOSING}]*|[^\\s${HAN}]+[${CLOSING}]*`, "gu");

/** `first` and `rest`: columns that a line's beginning already takes. Codes of colours take none. */
export function wrap(text: string, width: number, first = 0, rest = first): string[] {
  if (first + Bun.stringWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  let used = first;
  for (const token of text.match(TOKEN) ?? []) {
    const columns = Bun.stringWidth(token);
    if (used + columns <= width || line.trim() === "") {
      line += token;
      used += columns;
      continue;
    }
    lines.push(line.trimEnd());
    const isSpace = token.trim() === "";
    line = isSpace ? "" : token;
    used = rest + (isSpace ? 0 : columns);
  }
  if (line.trim() !== "" || lines.length === 0) lines.push(line.trimEnd());
  return lines;
}

/** Each line of a text, continued below its own beginning: what is indented stays indented. */
export function wrapIndented(text: string, width: number): string {
  return text
    .split("\n")
    .map((line) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour may start in front of the spaces
      const [head = ""] = /^(?:\u001b\[[\d;]*m)* */.exec(line) ?? [];
      const indent = Bun.stringWidth(head);
      const [start = "", ...more] = wrap(line.slice(head.length), width, indent);
      return [`${head}${start}`, ...more.map((one) => " ".repeat(indent) + one)].join("\n");
    })
    .join("\n");
}

/** At most this many columns, the last one an ellipsis where something is missing. */
export function clip(text: string, columns: number): string {
  if (Bun.stringWidth(text) <= columns) return text;
  if (columns < 1) return "";
  const cut = Bun.sliceAnsi(text, 0, columns - 1);
  // A wide character at the end may reach one column further than asked for.
  return `${Bun.stringWidth(cut) < columns ? cut : Bun.sliceAnsi(text, 0, columns - 2)}…`;
}
