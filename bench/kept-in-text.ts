/** What a text still says of a working set: of the client's own summary, and of the context that Pawl restores. */
import type { WorkingSet } from "../src/work/workflow/working-set.ts";

interface Kept {
  total: number;
  kept: number;
  lost: string[];
}

export type Checked = "files" | "commands" | "standing" | "open" | "failures";
type SummaryCheck = Record<Checked, Kept>;

/** Whether each thing is named in a text, by one rule for every text. */
export function checkText(set: WorkingSet, text: string): SummaryCheck {
  const page = toPage(text);
  return {
    files: count(
      set.files,
      (file) => file.path,
      (path) => namesFile(page, path),
    ),
    commands: count(
      set.commands,
      (worked) => worked.command,
      (command) => page.flat.includes(command),
    ),
    standing: count(
      set.standing,
      (line) => line,
      (line) => saysLine(page, line),
    ),
    open: count(
      set.open,
      (item) => item,
      (item) => saysLine(page, item),
    ),
    failures: count(
      set.failures,
      (failure) => `${failure.what}: ${failure.error}`,
      (_, failure) => page.flat.includes(failure.what) || saysLine(page, failure.error),
    ),
  };
}

interface Page {
  /** White space as single spaces. */
  flat: string;
  /** Each line's words. */
  lines: ReadonlySet<string>[];
}

function toPage(text: string): Page {
  return { flat: text.replace(/\s+/g, " "), lines: text.split("\n").map(wordsOf) };
}

function count<T>(
  items: readonly T[],
  name: (item: T) => string,
  isKept: (name: string, item: T) => boolean,
): Kept {
  const lost = items.filter((item) => !isKept(name(item), item)).map(name);
  return { total: items.length, kept: items.length - lost.length, lost };
}

/** By its path or its name alone, as a whole word: `a.ts` is not in `data.ts`. */
function namesFile(page: Page, path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  for (let at = page.flat.indexOf(name); at !== -1; at = page.flat.indexOf(name, at + 1)) {
    const before = page.flat.charAt(at - 1);
    const after = page.flat.charAt(at + name.length);
    if (!/[\w.-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}

const ENOUGH = 0.7;

/** Said in other words still counts: most of its words in one line. */
function saysLine(page: Page, line: string): boolean {
  const words = [...wordsOf(line)];
  if (words.length === 0) return page.flat.includes(line);
  return page.lines.some((said) => words.filter((word) => said.has(word)).length >= ENOUGH * words.length);
}

/** Letters and digits; Chinese by single characters, as it has no spaces. */
function wordsOf(line: string): Set<string> {
  const words = line.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}_]{2,}/gu) ?? [];
  return new Set(words.flatMap((word) => (/\p{Script=Han}/u.test(word) ? [...word] : [word])));
}
