/** A unified diff for people to read before and after an edit. */
const CONTEXT = 3;

type Line = { mark: " " | "-" | "+"; text: string };

export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return "";
  const lines = compare(toLines(before), toLines(after)).map(({ mark, text }) => ({
    mark,
    text: hideToken(text),
  }));
  return [`--- ${file}`, `+++ ${file}`, ...hunks(lines)].join("\n").concat("\n");
}

/** Terminals are recorded and pasted into bug reports. */
function hideToken(line: string): string {
  return line.replace(/(Bearer )[^"\\\s]+/g, "$1…");
}

function toLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Longest common subsequence between what the two have in common at both ends. */
function compare(a: string[], b: string[]): Line[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const same = (text: string): Line => ({ mark: " ", text });
  return [
    ...a.slice(0, head).map(same),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(same),
  ];
}

function middle(a: string[], b: string[]): Line[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    const row = lengths[i];
    if (row === undefined) continue;
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    if (left !== undefined && left === right) {
      lines.push({ mark: " ", text: left });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: "-", text: left });
      i++;
    } else if (right !== undefined) {
      lines.push({ mark: "+", text: right });
      j++;
    }
  }
  return lines;
}

function hunks(lines: Line[]): string[] {
  const near = lines.map((_, i) =>
    lines.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some((l) => l.mark !== " "),
  );
  const out: string[] = [];
  let old = 1;
  let fresh = 1;
  for (let i = 0; i < lines.length; i++) {
    if (near[i] === true && near[i - 1] !== true) {
      const end = near.indexOf(false, i);
      const hunk = lines.slice(i, end === -1 ? undefined : end);
      const olds = hunk.filter((l) => l.mark !== "+").length;
      const news = hunk.filter((l) => l.mark !== "-").length;
      out.push(`@@ -${olds === 0 ? old - 1 : old},${olds} +${news === 0 ? fresh - 1 : fresh},${news} @@`);
    }
    const line = lines[i];
    if (line === undefined) continue;
    if (near[i] === true) out.push(line.mark + line.text);
    if (line.mark !== "+") old++;
    if (line.mark !== "-") fresh++;
  }
  return out;
}
